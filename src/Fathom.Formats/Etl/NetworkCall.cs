namespace Fathom.Formats.Etl;

/// <summary>What an event of TCP or UDP says happened.</summary>
/// <param name="Operation">send, receive, retransmit, connect, accept, reconnect, disconnect or fail.</param>
/// <param name="IsUdp">Whether it is of UDP.</param>
/// <param name="IsWide">Whether its addresses are those of IPv6.</param>
public sealed record NetworkCall(string Operation, bool IsUdp, bool IsWide)
{
    private const int EarliestVersion = 2;
    private const int WideFrom = 26;
    private const int UdpFrom = 42;

    /// <summary>What an event of the kernel's logger says; null of one that tells nothing new, or with fields of before Vista.</summary>
    /// <remarks>What a program takes out of the buffer (copy) was received before, and would count twice.</remarks>
    /// <param name="hook">Its number (<see cref="KernelHook"/>).</param>
    /// <param name="version">Version of its fields.</param>
    public static NetworkCall? OfHook(int hook, int version) => version < EarliestVersion ? null : (hook >> 8) switch
    {
        KernelHook.Tcp => Of(hook & 0xFF, isUdp: false),
        KernelHook.Udp => Of(hook & 0xFF, isUdp: true),
        _ => null,
    };

    /// <summary>What a numbered event of <see cref="EtlTrace.NetworkProvider"/> says; null of one that tells nothing new.</summary>
    /// <param name="id">Its number: those of UDP are 32 higher than those of the kernel's logger.</param>
    public static NetworkCall? OfProvider(int id) => id < UdpFrom ? Of(id, isUdp: false) : Of(id - 32, isUdp: true);

    private static NetworkCall? Of(int opcode, bool isUdp)
    {
        bool isWide = opcode >= WideFrom;
        return (isWide ? opcode - 16 : opcode) switch
        {
            10 => new("send", isUdp, isWide),
            11 => new("receive", isUdp, isWide),
            12 when !isUdp => new("connect", isUdp, isWide),
            13 when !isUdp => new("disconnect", isUdp, isWide),
            14 when !isUdp => new("retransmit", isUdp, isWide),
            15 when !isUdp => new("accept", isUdp, isWide),
            16 when !isUdp => new("reconnect", isUdp, isWide),
            17 when !isWide => new("fail", isUdp, isWide),
            _ => null,
        };
    }
}
