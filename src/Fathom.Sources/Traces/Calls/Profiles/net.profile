# TCP of the machine, and lookups of names by .NET programs.
#
# Sends and receives are of all kinds of sockets; 6 is TCP. What tells of a receive that made room, and of resets, has the addresses of
# connections that are older than the recording.
adds TCP of the machine: connections, bytes, what was sent again; lookups of names of .NET programs
cost 10 µs of CPU time for each send or receive of the machine, nothing for a packet (docs/tcp.md)
table network_io
table dns_lookup

user  sock:inet_sock_set_state protocol==6
user  sock:sock_send_length protocol==6
user  sock:sock_recv_length protocol==6
plain tcp:tcp_retransmit_skb
plain tcp:tcp_rcv_space_adjust
plain tcp:tcp_send_reset
plain tcp:tcp_receive_reset

provider System.Net.NameResolution
