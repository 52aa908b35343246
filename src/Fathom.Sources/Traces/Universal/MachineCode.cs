using System.Text.Json;

namespace Fathom.Sources.Traces.Universal;

/// <summary>
/// What a machine-wide recorder tells of mapped code, by the numbers that it gives to mappings in the whole trace. One number can be a mapping of several processes, as that
/// of the kernel.
/// </summary>
/// <param name="mostSymbols">Symbols that are kept.</param>
/// <param name="mostMappings">Numbers of mappings, and facts about files, that are kept of each.</param>
internal sealed class MachineCode(int mostSymbols = 4 << 20, int mostMappings = 1 << 20)
{
    private const ulong PageMask = 4095;

    private readonly Dictionary<ulong, SymbolRanges> _symbols = [];
    private readonly HashSet<ulong> _mapped = [];
    private readonly Dictionary<ulong, string> _buildIds = [];
    private readonly Dictionary<string, string> _texts = [];
    private int _count;

    /// <summary>Symbols and mappings that found no room, with those whose addresses make no sense.</summary>
    public long Left { get; private set; }

    /// <summary>Symbols of mappings that the trace does not tell.</summary>
    public long SymbolsOfNothing => _symbols.Where(one => !_mapped.Contains(one.Key)).Sum(static one => (long)one.Value.Count);

    /// <summary>A process mapped code.</summary>
    /// <param name="code">The code of the process.</param>
    /// <param name="pid">The process.</param>
    /// <param name="told">The event.</param>
    public void Map(MappedCode code, int pid, in UniversalEvent told)
    {
        // Recorders differ in whether the end is the last address or the one behind it: only the latter is the begin of a page.
        ulong end = told.End > told.Start && (told.End & PageMask) == 0 ? told.End - 1 : told.End;
        if (end < told.Start || _mapped.Count >= mostMappings)
        {
            Left++;
            return;
        }

        _mapped.Add(told.Id);
        CodeOrigin origin = CodeOrigin.Of(told.Start, Text(told.FileName), _buildIds.GetValueOrDefault(told.MetadataId, ""), pid);
        code.Add(new MachineMapping(told.Start, end, told.Offset, origin), SymbolsOf(told.Id));
    }

    /// <summary>A symbol was told, before or behind its mapping.</summary>
    public void Name(in UniversalEvent told)
    {
        if (told.End < told.Start || told.Name.IsEmpty || _count == mostSymbols)
        {
            Left++;
            return;
        }

        _count++;
        SymbolsOf(told.MappingId).Add(told.Start, told.End, Text(told.Name));
    }

    /// <summary>Facts about a file were told; mappings of it follow.</summary>
    public void Describe(in UniversalEvent told)
    {
        if (_buildIds.Count < mostMappings && BuildIdIn(told.SymbolMetadata) is { } id)
            _buildIds[told.Id] = id;
    }

    private SymbolRanges SymbolsOf(ulong mapping)
    {
        if (!_symbols.TryGetValue(mapping, out SymbolRanges? symbols))
            _symbols.Add(mapping, symbols = new SymbolRanges());
        return symbols;
    }

    // Processes have the same files, and the same functions in them.
    private string Text(ReadOnlySpan<byte> utf8)
    {
        string text = UniversalEvent.Text(utf8);
        if (_texts.TryGetValue(text, out string? known))
            return known;
        if (_texts.Count < mostSymbols)
            _texts.Add(text, text);
        return text;
    }

    private static string? BuildIdIn(ReadOnlySpan<byte> json)
    {
        try
        {
            Utf8JsonReader reader = new(json);
            while (reader.Read())
            {
                if (reader.TokenType == JsonTokenType.PropertyName && reader.ValueTextEquals("build_id"u8) && reader.Read() && reader.TokenType == JsonTokenType.String)
                    return reader.GetString()?.ToLowerInvariant();
            }
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            // Facts that are no JSON tell no build id; the symbols in the trace stay.
        }

        return null;
    }
}
