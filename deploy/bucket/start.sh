#!/bin/bash
# Runs a bucket of its own on one machine. The first start makes it. It ends when one of its three programs ends.
#   S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY   as in the settings of Switchboard
#   BUCKET_SIZE     the most that it can hold, in bytes: fixed by the first start. The disk is filled only by what is stored
#   BUCKET_HOME     the folder
#   BUCKET_ADDRESS, BUCKET_PORT, BUCKET_MONITOR_PORT
set -euo pipefail
: "${S3_BUCKET:?}" "${S3_ACCESS_KEY_ID:?}" "${S3_SECRET_ACCESS_KEY:?}"
size=${BUCKET_SIZE:-107374182400}
home=${BUCKET_HOME:-/bucket}
address=${BUCKET_ADDRESS:-0.0.0.0}
port=${BUCKET_PORT:-7480}
monitor=${BUCKET_MONITOR_PORT:-3300}
url=http://127.0.0.1:$port
gateway=client.rgw.switchboard

# A first start that was cut off begins anew: nothing was stored yet.
[[ -e $home/made ]] || rm -rf "${home:?}"/{mon,osd,rgw,run,keyring,monmap,cluster,disk}
mkdir -p "$home"/{mon,osd,rgw,run}
[[ -e $home/made ]] || { cat /proc/sys/kernel/random/uuid > "$home/cluster" && cat /proc/sys/kernel/random/uuid > "$home/disk"; }

cat > "$home/ceph.conf" <<END
[global]
fsid = $(< "$home/cluster")
mon_initial_members = a
mon_host = v2:127.0.0.1:$monitor
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
auth_allow_insecure_global_id_reclaim = false
# One copy, on this machine's disk.
osd_pool_default_size = 1
osd_pool_default_min_size = 1
mon_allow_pool_size_one = true
osd_crush_chooseleaf_type = 0
osd_pool_default_pg_num = 8
osd_pool_default_pg_autoscale_mode = off
bluestore_block_size = $size
# Little memory: the smallest cache, and writes wait for their tables in small buffers.
osd_memory_target = 939524096
bluestore_rocksdb_options_annex = write_buffer_size=33554432
# What waits for a program that was killed waits this long, in seconds. One that lives reports every second.
osd_client_watch_timeout = 5
objecter_tick_interval = 1
mon_data_avail_crit = 1
keyring = $home/keyring
mon_data = $home/mon
osd_data = $home/osd
rgw_data = $home/rgw
run_dir = $home/run
admin_socket = $home/run/\$name.asok
log_file =
log_to_stderr = true
debug_mon = 0
debug_osd = 0
debug_rgw = 0
debug_rgw_access = 0
debug_rocksdb = 0
debug_bluestore = 0
debug_bluefs = 0
debug_bdev = 0
[$gateway]
rgw_frontends = beast endpoint=$address:$port
rgw_enable_apis = s3
END
export CEPH_CONF=$home/ceph.conf

programs=()
launch() {
  "$@" --foreground &
  programs+=($!)
}
# The gateway first, so that the disk has all that was acknowledged.
end() {
  trap '' TERM INT
  for ((nth = ${#programs[@]} - 1; nth >= 0; nth -= 1)); do
    kill -TERM "${programs[nth]}" 2> /dev/null || true
    wait "${programs[nth]}" || true
  done
}
trap 'end; exit 0' TERM INT
trap end EXIT

if [[ ! -e $home/made ]]; then
  new_key() { ceph-authtool "$home/keyring" --gen-key --name "$@" > /dev/null; }
  ceph-authtool --create-keyring "$home/keyring" > /dev/null
  new_key mon. --cap mon 'allow *'
  new_key client.admin --cap mon 'allow *' --cap osd 'allow *'
  new_key osd.0 --cap mon 'allow profile osd' --cap osd 'allow *'
  new_key "$gateway" --cap mon 'allow rw' --cap osd 'allow rwx'
  monmaptool --create --fsid "$(< "$home/cluster")" --addv a "[v2:127.0.0.1:$monitor]" "$home/monmap" > /dev/null
  ceph-mon --mkfs --id a --monmap "$home/monmap" --keyring "$home/keyring"
fi
launch ceph-mon --id a
if [[ ! -e $home/made ]]; then
  timeout 60 ceph osd new "$(< "$home/disk")" > /dev/null
  ceph-osd --id 0 --mkfs --osd-uuid "$(< "$home/disk")"
fi
launch ceph-osd --id 0
key=(--uid switchboard --access-key "$S3_ACCESS_KEY_ID" --secret-key "$S3_SECRET_ACCESS_KEY")
# The user exists after the first start. A key that was changed in the settings is added.
timeout 120 radosgw-admin --name "$gateway" user create --display-name Switchboard "${key[@]}" > /dev/null 2>&1 \
  || timeout 120 radosgw-admin --name "$gateway" key create "${key[@]}" > /dev/null
launch radosgw --name "$gateway"
curl --silent --output /dev/null --retry 120 --retry-delay 1 --retry-all-errors "$url/"
# A bucket that is there already stays as it is.
printf 'user = "%s:%s"\n' "$S3_ACCESS_KEY_ID" "$S3_SECRET_ACCESS_KEY" \
  | curl --fail --silent --show-error --config - --aws-sigv4 aws:amz:us-east-1:s3 \
    --header 'x-amz-content-sha256: UNSIGNED-PAYLOAD' --request PUT "$url/$S3_BUCKET"
touch "$home/made"
echo "The bucket $S3_BUCKET is ready on port $port"
wait -n "${programs[@]}"
