using System.Buffers.Binary;

namespace Fathom.Formats.RuntimeContracts;

/// <summary>
/// The fixed part of a contract descriptor, which a .NET runtime (from 9 on) exports as <c>DotNetRuntimeContractDescriptor</c> for debuggers.
/// </summary>
/// <remarks>
/// All numbers have the byte order of the target; here little-endian with addresses of 8 bytes.
/// <code>
///  0  u64  magic: "DNCCDAC\0"
///  8  u32  flags: bit 0 is always set, bit 1 tells addresses of 4 bytes
/// 12  u32  size of the text in bytes
/// 16  u64  address of the text (JSON, UTF-8, no zero at its end)
/// 24  u32  number of addresses in the table
/// 28  u32  not used
/// 32  u64  address of the table: globals of the text that are not numbers are positions in it
/// </code>
/// The text is described at <see cref="ContractText"/>. Facts from the public documents of dotnet/runtime (design/datacontracts), checked on 10.0.12 and 11.0.0.
/// </remarks>
/// <param name="TextSize">Bytes of the text, from 1 to <see cref="ContractText.MaxSize"/>.</param>
/// <param name="TextAddress">Where the text is; 0 where the runtime's file was read, in which addresses are not filled in.</param>
/// <param name="AddressCount">Addresses in the table, at most <see cref="MaxAddresses"/>.</param>
/// <param name="TableAddress">Where the table is; 0 as above.</param>
public readonly record struct ContractHead(int TextSize, ulong TextAddress, int AddressCount, ulong TableAddress)
{
    /// <summary>Bytes of this part.</summary>
    public const int Size = 40;

    /// <summary>Most addresses that are read; .NET 11 has some 60.</summary>
    public const int MaxAddresses = 4096;

    private const ulong Magic = 0x0043414443434e44;
    private const uint NarrowAddresses = 2;

    /// <summary>Parses it. Null for anything else, and for a text of a size that no runtime has.</summary>
    public static ContractHead? Parse(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length < Size || BinaryPrimitives.ReadUInt64LittleEndian(bytes) != Magic || (BinaryPrimitives.ReadUInt32LittleEndian(bytes[8..]) & NarrowAddresses) != 0)
            return null;
        uint size = BinaryPrimitives.ReadUInt32LittleEndian(bytes[12..]);
        return size is 0 or > ContractText.MaxSize ? null : new ContractHead(
            (int)size,
            BinaryPrimitives.ReadUInt64LittleEndian(bytes[16..]),
            (int)Math.Min(MaxAddresses, BinaryPrimitives.ReadUInt32LittleEndian(bytes[24..])),
            BinaryPrimitives.ReadUInt64LittleEndian(bytes[32..]));
    }
}
