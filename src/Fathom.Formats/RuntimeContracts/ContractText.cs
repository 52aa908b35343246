using System.Globalization;
using System.Text.Json;

namespace Fathom.Formats.RuntimeContracts;

/// <summary>
/// The text of a contract descriptor: where the fields of a runtime's native structures are, and constants, for exactly one build.
/// </summary>
/// <remarks>
/// JSON with comments and trailing commas:
/// <code>
/// { "version": 0, "baseline": "empty",
///   "types":     { "Thread": { "!": 512, "Id": 16, "State": [0, "uint32"] } },   "!" is the size; a field is its offset, or that with its type
///   "globals":   { "Mask": "0xffff", "Kind": ["0x4", "uint32"], "Table": [[24], "pointer"] },   [24] is a position in the table of addresses
///   "contracts": { "Thread": "c1" } }
/// </code>
/// It comes from the memory of a target, which may hold anything. So its size, its depth and its names are bounded; what is not as described is left out,
/// and what is left out reads as "the runtime does not tell".
/// </remarks>
public sealed class ContractText
{
    /// <summary>Largest text that is read, in bytes; that of .NET 11 has 17,396.</summary>
    public const int MaxSize = 256 * 1024;

    /// <summary>Largest offset of a field that is believed, in bytes.</summary>
    public const int MaxOffset = 64 * 1024;

    private const int MaxDepth = 8;
    private const int MaxNames = 16 * 1024;
    private const int MaxNameLength = 200;
    private const string SizeName = "!";

    private readonly Dictionary<(string Type, string Field), int> _offsets = [];
    private readonly Dictionary<string, ulong> _numbers = new(StringComparer.Ordinal);
    private readonly Dictionary<string, int> _positions = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _versions = new(StringComparer.Ordinal);

    private ContractText()
    {
    }

    /// <summary>How many offsets and numbers are known.</summary>
    public int Count => _offsets.Count + _numbers.Count;

    /// <summary>Parses a text.</summary>
    /// <returns>Null where it is too large or makes no sense as a whole.</returns>
    public static ContractText? Parse(ReadOnlyMemory<byte> text)
    {
        if (text.Length is 0 or > MaxSize)
            return null;
        ContractText parsed = new();
        try
        {
            using JsonDocument json = JsonDocument.Parse(
                text, new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true, MaxDepth = MaxDepth });
            if (Member(json.RootElement, "types") is not { } types)
                return null;
            foreach (JsonProperty type in types.EnumerateObject())
                parsed.AddType(type);
            if (Member(json.RootElement, "globals") is { } globals)
            {
                foreach (JsonProperty global in globals.EnumerateObject())
                    parsed.AddNumber(global);
            }

            if (Member(json.RootElement, "contracts") is { } contracts)
            {
                foreach (JsonProperty contract in contracts.EnumerateObject())
                    parsed.AddVersion(contract);
            }
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            // The latter for names that are no UTF-8.
            return null;
        }

        return parsed;
    }

    /// <summary>Bytes from a structure's start to a field; null where the runtime does not tell.</summary>
    public int? OffsetOf(string type, string field) => _offsets.TryGetValue((type, field), out int offset) ? offset : null;

    /// <summary>Bytes of a structure; null where the runtime does not tell.</summary>
    public int? SizeOf(string type) => OffsetOf(type, SizeName);

    /// <summary>A constant of the runtime; null where it does not tell, or has the address of a variable instead.</summary>
    public ulong? Number(string name) => _numbers.TryGetValue(name, out ulong number) ? number : null;

    /// <summary>The position in the table of addresses of a variable; null where the runtime does not tell.</summary>
    public int? PositionOf(string name) => _positions.TryGetValue(name, out int position) ? position : null;

    /// <summary>The version of a contract, such as <c>2</c> in .NET 10 and <c>c1</c>, another one, in .NET 11; null where the runtime does not have it.</summary>
    public string? VersionOf(string contract) => _versions.GetValueOrDefault(contract);

    private static JsonElement? Member(JsonElement parent, string name) =>
        parent.ValueKind == JsonValueKind.Object && parent.TryGetProperty(name, out JsonElement member) && member.ValueKind == JsonValueKind.Object ? member : null;

    private static JsonElement Value(JsonElement element) => element.ValueKind == JsonValueKind.Array && element.GetArrayLength() > 0 ? element[0] : element;

    private void AddType(JsonProperty type)
    {
        if (type.Value.ValueKind != JsonValueKind.Object || type.Name.Length > MaxNameLength)
            return;
        foreach (JsonProperty field in type.Value.EnumerateObject())
        {
            JsonElement value = Value(field.Value);
            if (_offsets.Count < MaxNames && field.Name.Length <= MaxNameLength && value.ValueKind == JsonValueKind.Number && value.TryGetInt32(out int offset)
                && offset is >= 0 and <= MaxOffset)
            {
                _offsets[(type.Name, field.Name)] = offset;
            }
        }
    }

    private void AddNumber(JsonProperty global)
    {
        JsonElement value = Value(global.Value);
        if (value.ValueKind == JsonValueKind.Array)
            AddPosition(global.Name, Value(value));
        ulong number = 0;
        bool isNumber = value.ValueKind switch
        {
            JsonValueKind.Number => value.TryGetUInt64(out number),
            JsonValueKind.String => TryHex(value.GetString(), out number),
            _ => false,
        };
        if (isNumber && _numbers.Count < MaxNames && global.Name.Length <= MaxNameLength)
            _numbers[global.Name] = number;
    }

    private void AddPosition(string name, JsonElement value)
    {
        if (value.ValueKind == JsonValueKind.Number && value.TryGetInt32(out int position) && position is >= 0 and < ContractHead.MaxAddresses
            && _positions.Count < MaxNames && name.Length <= MaxNameLength)
        {
            _positions[name] = position;
        }
    }

    private void AddVersion(JsonProperty contract)
    {
        if (contract.Value.ValueKind is JsonValueKind.Number or JsonValueKind.String && contract.Value.ToString() is { Length: <= MaxNameLength } version
            && _versions.Count < MaxNames && contract.Name.Length <= MaxNameLength)
        {
            _versions[contract.Name] = version;
        }
    }

    // Texts such as the name of the operating system are none.
    private static bool TryHex(string? text, out ulong number)
    {
        number = 0;
        return text is not null && text.StartsWith("0x", StringComparison.Ordinal) && ulong.TryParse(text.AsSpan(2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out number);
    }
}
