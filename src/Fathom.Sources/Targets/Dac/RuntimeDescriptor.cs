using System.Runtime.InteropServices;
using Fathom.Formats.RuntimeContracts;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Targets.Dac;

/// <summary>
/// The runtime's own description of its data structures (the data contract descriptor), which .NET 9 and later export for debuggers: the offsets of the
/// fields of native structures, for exactly this build. It tells what the DAC does not give.
/// </summary>
/// <param name="text">The text of the descriptor.</param>
/// <param name="addresses">The table of addresses.</param>
internal sealed class RuntimeDescriptor(ContractText text, ulong[] addresses)
{
    /// <summary>Name of the variable that a runtime exports.</summary>
    public const string Symbol = "DotNetRuntimeContractDescriptor";

    /// <summary>The same in UTF-8.</summary>
    public static ReadOnlySpan<byte> SymbolUtf8 => "DotNetRuntimeContractDescriptor"u8;

    private const int ChunkSize = 256 * 1024;
    private const ulong MaxImageSize = 64 * 1024 * 1024;

    private static ReadOnlySpan<byte> TextStart => "{\"version\":0,\"baseline\":"u8;

    /// <summary>Whether a runtime has one, readable or not. Where all of a program is one file it may have none though others of its version do.</summary>
    public static bool IsIn(ClrRuntime runtime) => runtime.ClrInfo.ModuleInfo.GetExportSymbolAddress(Symbol) != 0;

    /// <summary>Finds the descriptor by its exported symbol and parses its text.</summary>
    /// <returns>Null where the runtime has none, or one that is not understood.</returns>
    public static RuntimeDescriptor? Read(ClrRuntime runtime, ITargetMemory memory)
    {
        ModuleInfo module = runtime.ClrInfo.ModuleInfo;
        return Read(memory, module.GetExportSymbolAddress(Symbol), module.ImageBase);
    }

    /// <summary>Reads the descriptor at an address.</summary>
    /// <param name="memory">The target's memory.</param>
    /// <param name="address">Where it is; 0 for nowhere.</param>
    /// <param name="image">Start of the runtime's image.</param>
    public static RuntimeDescriptor? Read(ITargetMemory memory, ulong address, ulong image)
    {
        Span<byte> bytes = stackalloc byte[ContractHead.Size];
        if (address == 0 || memory.Read(address, bytes) < bytes.Length || ContractHead.Parse(bytes) is not { } head)
            return null;
        byte[] text = new byte[head.TextSize];
        ulong textAt = head.TextAddress != 0 ? head.TextAddress : FindText(memory, image);
        return textAt != 0 && memory.Read(textAt, text) == text.Length && ContractText.Parse(text) is { } parsed ? new RuntimeDescriptor(parsed, Addresses(memory, head)) : null;
    }

    private static ulong[] Addresses(ITargetMemory memory, in ContractHead head)
    {
        ulong[] addresses = new ulong[head.TableAddress == 0 ? 0 : head.AddressCount];
        return memory.Read(head.TableAddress, MemoryMarshal.AsBytes(addresses.AsSpan())) == addresses.Length * sizeof(ulong) ? addresses : [];
    }

    // A core may lack the page with the address of the text. The page is then read from the runtime's file, where the address is not filled in.
    private static ulong FindText(ITargetMemory memory, ulong image)
    {
        byte[] chunk = new byte[ChunkSize];
        for (ulong at = image; at < image + MaxImageSize;)
        {
            int length = memory.Read(at, chunk);
            if (chunk.AsSpan(0, length).IndexOf(TextStart) is >= 0 and int found)
                return at + (ulong)found;

            // The text may lie across the end of a chunk.
            at = length > 2 * TextStart.Length ? at + (ulong)(length - TextStart.Length) : memory.NextReadable(at + (ulong)Math.Max(length, 1), image + MaxImageSize);
        }

        return 0;
    }

    /// <summary>Bytes from a structure's start to a field; null where the runtime does not tell.</summary>
    public int? OffsetOf(string type, string field) => text.OffsetOf(type, field);

    /// <summary>Bytes of a structure; null where the runtime does not tell.</summary>
    public int? SizeOf(string type) => text.SizeOf(type);

    /// <summary>The address of a variable; null where the runtime does not tell.</summary>
    public ulong? AddressOf(string name) => text.PositionOf(name) is { } position && position < addresses.Length && addresses[position] != 0 ? addresses[position] : null;

    /// <summary>The version of a contract; null where the runtime does not have it.</summary>
    public string? VersionOf(string contract) => text.VersionOf(contract);

    /// <summary>A constant of the runtime; null where it does not tell.</summary>
    public ulong? Number(string name) => text.Number(name);
}
