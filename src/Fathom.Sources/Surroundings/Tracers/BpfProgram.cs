namespace Fathom.Sources.Surroundings.Tracers;

/// <summary>A program that is loaded into the kernel (BPF).</summary>
/// <param name="Id">Its number; a later one has a higher number.</param>
/// <param name="Type">Its type, as the kernel numbers them.</param>
/// <param name="Name">Its name, up to 15 characters; empty where it has none.</param>
internal readonly record struct BpfProgram(uint Id, uint Type, string Name)
{
    // enum bpf_prog_type of linux/bpf.h.
    private static readonly string[] s_types =
    [
        "unspecified", "socket filter", "kprobe", "sched_cls", "sched_act", "tracepoint", "xdp", "perf_event", "cgroup_skb", "cgroup_sock", "lwt_in", "lwt_out", "lwt_xmit", "sock_ops", "sk_skb",
        "cgroup_device", "sk_msg", "raw_tracepoint", "cgroup_sock_addr", "lwt_seg6local", "lirc_mode2", "sk_reuseport", "flow_dissector", "cgroup_sysctl", "raw_tracepoint_writable",
        "cgroup_sockopt", "tracing", "struct_ops", "ext", "lsm", "sk_lookup", "syscall", "netfilter",
    ];

    /// <summary>The name of its type.</summary>
    public string TypeName => Type < s_types.Length ? s_types[Type] : $"type {Type}";

    /// <summary>What it is called where it stands among others.</summary>
    public string Title => Name.Length > 0 ? $"{TypeName} {Name}" : TypeName;
}
