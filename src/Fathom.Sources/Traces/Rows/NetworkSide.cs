using System.Buffers.Binary;
using Fathom.Formats.NetTrace.Fields;

namespace Fathom.Sources.Traces.Rows;

/// <summary>One end of a connection.</summary>
/// <param name="Bits">Its address as a number.</param>
/// <param name="Length">Bytes of the address: 4, 16, or 0 where it is not known.</param>
/// <param name="Port">Its port.</param>
internal readonly record struct NetworkSide(UInt128 Bits, byte Length, ushort Port)
{
    /// <summary>The end with an address; one of IPv4 in the form of IPv6 is that of IPv4.</summary>
    /// <param name="address">4 or 16 bytes in the order of the network.</param>
    /// <param name="port">The port.</param>
    public static NetworkSide Of(ReadOnlySpan<byte> address, int port)
    {
        ReadOnlySpan<byte> plain = InternetAddress.Plain(address);
        UInt128 bits = plain.Length switch
        {
            sizeof(uint) => BinaryPrimitives.ReadUInt32BigEndian(plain),
            2 * sizeof(ulong) => BinaryPrimitives.ReadUInt128BigEndian(plain),
            _ => 0,
        };
        return new NetworkSide(bits, (byte)plain.Length, (ushort)port);
    }

    /// <summary>Writes the address.</summary>
    /// <param name="text">Gets it.</param>
    /// <returns>Characters that were written.</returns>
    public int Write(Span<char> text)
    {
        Span<byte> bytes = stackalloc byte[2 * sizeof(ulong)];
        BinaryPrimitives.WriteUInt128BigEndian(bytes, Bits);
        return InternetAddress.Write(bytes[^Length..], text);
    }
}
