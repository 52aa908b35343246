using System.Buffers.Binary;
using System.Text.Json;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Roots;

/// <summary>
/// The runtime's own description of its data structures (the data contract descriptor), which .NET 9 and later export for debuggers: the offsets of the
/// fields of native structures, for exactly this build. It tells what the DAC does not give.
/// </summary>
internal sealed class RuntimeDescriptor
{
    private const string Symbol = "DotNetRuntimeContractDescriptor";
    private const ulong Magic = 0x0043414443434e44;
    private const int HeadSize = 24;
    private const int MaxSize = 1024 * 1024;
    private const int ChunkSize = 256 * 1024;
    private const ulong MaxImageSize = 64 * 1024 * 1024;

    private static ReadOnlySpan<byte> TextStart => "{\"version\":0,\"baseline\":"u8;

    private readonly Dictionary<(string Type, string Field), int> _offsets = [];

    /// <summary>Whether a runtime has one, readable or not. Where all of a program is one file it may have none though others of its version do.</summary>
    public static bool IsIn(ClrRuntime runtime) => runtime.ClrInfo.ModuleInfo.GetExportSymbolAddress(Symbol) != 0;

    /// <summary>Finds the descriptor by its exported symbol and parses its text.</summary>
    /// <returns>Null where the runtime has none, or one that is not understood.</returns>
    public static RuntimeDescriptor? Read(ClrRuntime runtime, ITargetMemory memory)
    {
        ulong address = runtime.ClrInfo.ModuleInfo.GetExportSymbolAddress(Symbol);
        Span<byte> head = stackalloc byte[HeadSize];
        if (address == 0 || memory.Read(address, head) < HeadSize || BinaryPrimitives.ReadUInt64LittleEndian(head) != Magic)
            return null;
        uint size = BinaryPrimitives.ReadUInt32LittleEndian(head[12..]);
        if (size is 0 or > MaxSize)
            return null;
        byte[] text = new byte[size];
        ulong textAt = BinaryPrimitives.ReadUInt64LittleEndian(head[16..]);
        if (textAt == 0)
            textAt = FindText(memory, runtime.ClrInfo.ModuleInfo.ImageBase);
        return textAt != 0 && memory.Read(textAt, text) == size ? Parse(text) : null;
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

    /// <summary>Parses the text of a descriptor.</summary>
    /// <returns>Null where it makes no sense.</returns>
    public static RuntimeDescriptor? Parse(ReadOnlyMemory<byte> text)
    {
        RuntimeDescriptor descriptor = new();
        try
        {
            using JsonDocument json = JsonDocument.Parse(text, new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true });
            if (json.RootElement.ValueKind != JsonValueKind.Object || !json.RootElement.TryGetProperty("types", out JsonElement types) || types.ValueKind != JsonValueKind.Object)
                return null;
            foreach (JsonProperty type in types.EnumerateObject())
            {
                if (type.Value.ValueKind == JsonValueKind.Object)
                    descriptor.Add(type.Name, type.Value);
            }
        }
        catch (JsonException)
        {
            return null;
        }

        return descriptor;
    }

    /// <summary>Bytes from a structure's start to a field; null where the runtime does not tell.</summary>
    public int? OffsetOf(string type, string field) => _offsets.TryGetValue((type, field), out int offset) ? offset : null;

    // A field is its offset, or an array of its offset and its type. The size of a structure is named "!".
    private void Add(string type, JsonElement fields)
    {
        foreach (JsonProperty field in fields.EnumerateObject())
        {
            JsonElement value = field.Value.ValueKind == JsonValueKind.Array && field.Value.GetArrayLength() > 0 ? field.Value[0] : field.Value;
            if (value.ValueKind == JsonValueKind.Number && value.TryGetInt32(out int offset))
                _offsets[(type, field.Name)] = offset;
        }
    }
}
