using System.Buffers.Binary;
using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>The fields of an event of TCP or UDP, as the Windows kernel tells them from Vista on.</summary>
/// <remarks>
/// <code>
/// u32 pid, u32 size, u8 remote[4 or 16], u8 local[4 or 16], u16 remote port, u16 local port, then what no table has
/// fail: u16 protocol, u16 code
/// </code>
/// <para>Addresses and ports are in the byte order of the network. What UDP receives has the sender in the place of the local side.</para>
/// </remarks>
public readonly ref struct NetworkFields
{
    private const int Wide = 16;
    private const int Narrow = 4;

    private NetworkFields(PayloadReader fields, bool isWide, bool isTurned)
    {
        int length = isWide ? Wide : Narrow;
        (Pid, Size) = (fields.UInt32(), fields.UInt32());
        Remote = fields.Bytes(length);
        Local = fields.Bytes(length);
        (RemotePort, LocalPort) = (Port(fields.UInt16()), Port(fields.UInt16()));
        if (isTurned)
        {
            (RemotePort, LocalPort) = (LocalPort, RemotePort);
            ReadOnlySpan<byte> sender = Local;
            Local = Remote;
            Remote = sender;
        }

        IsWhole = !fields.IsShort;
    }

    /// <summary>Whether no field is missing.</summary>
    public bool IsWhole { get; }

    /// <summary>The process whose connection it is.</summary>
    public uint Pid { get; }

    /// <summary>Bytes.</summary>
    public uint Size { get; }

    /// <summary>Address of this machine: 4 or 16 bytes.</summary>
    public ReadOnlySpan<byte> Local { get; }

    /// <summary>Address of the other side: 4 or 16 bytes.</summary>
    public ReadOnlySpan<byte> Remote { get; }

    /// <summary>Port of this machine.</summary>
    public int LocalPort { get; }

    /// <summary>Port of the other side.</summary>
    public int RemotePort { get; }

    /// <summary>Reads them.</summary>
    /// <param name="payload">The bytes.</param>
    /// <param name="isWide">Whether the addresses are those of IPv6.</param>
    /// <param name="isTurned">Whether the sender is the other side: UDP receives.</param>
    public static NetworkFields Read(ReadOnlySpan<byte> payload, bool isWide, bool isTurned)
    {
        PayloadReader fields = new(payload, sizeof(ulong));
        return new NetworkFields(fields, isWide, isTurned);
    }

    /// <summary>Why something failed; null where a field is missing.</summary>
    /// <param name="payload">The bytes.</param>
    public static string? FailureOf(ReadOnlySpan<byte> payload)
    {
        PayloadReader fields = new(payload, sizeof(ulong));
        fields.UInt16();
        int code = fields.UInt16();
        return fields.IsShort ? null : code switch
        {
            1 => "insufficient resources",
            2 => "too many addresses",
            3 => "address exists",
            4 => "invalid address",
            5 => "other",
            6 => "address exists in state TIME_WAIT",
            _ => $"code {code}",
        };
    }

    private static int Port(ushort number) => BinaryPrimitives.ReverseEndianness(number);
}
