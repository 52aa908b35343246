using System.Globalization;
using Fathom.Model.Machine;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Surroundings.Facts;

/// <summary>Collects the facts of one moment. A machine that has more of something than anybody reads, or longer texts, is cut, and says so.</summary>
internal sealed class FactList
{
    /// <summary>Facts that are kept.</summary>
    public const int MaxFacts = 5_000;

    private const int MaxValue = 1_000;
    private const string NoRight = "no permission; run as root";

    private readonly List<MachineFact> _all = [];
    private readonly HashSet<(string, string?, string)> _known = [];

    /// <summary>The facts.</summary>
    public IReadOnlyList<MachineFact> All => _all;

    /// <summary>Facts for which there was no room.</summary>
    public int LeftOut { get; private set; }

    /// <summary>Adds a fact whose value is known.</summary>
    public void Add(string topic, string? item, string name, FactKind kind, string value) => Add(new MachineFact(topic, item, name, kind, value, null));

    /// <summary>Adds a fact whose value is a number.</summary>
    public void Add(string topic, string? item, string name, FactKind kind, long value) => Add(topic, item, name, kind, value.ToString(CultureInfo.InvariantCulture));

    /// <summary>Adds a fact that could not be read.</summary>
    public void Missing(string topic, string? item, string name, FactKind kind, string why) => Add(new MachineFact(topic, item, name, kind, null, why));

    /// <summary>Adds a fact that is the text of a file.</summary>
    /// <param name="machine">The machine.</param>
    /// <param name="topic">What it is about.</param>
    /// <param name="item">Which one of several.</param>
    /// <param name="name">Its name.</param>
    /// <param name="path">The file, without the first slash.</param>
    /// <param name="absent">Why it may not be there.</param>
    /// <param name="kind">What another value would mean.</param>
    /// <param name="shape">Makes the value of the text; null for what is none.</param>
    public void File(
        MachineFiles machine, string topic, string? item, string name, string path, string absent, FactKind kind = FactKind.Setting, Func<string, string?>? shape = null)
    {
        string? text = machine.Read(path, out ProcReadState state);
        if (text is null)
            Missing(topic, item, name, kind, state == ProcReadState.Refused ? NoRight : absent);
        else if ((shape is null ? text : shape(text)) is { } value)
            Add(topic, item, name, kind, value);
        else
            Missing(topic, item, name, kind, $"/{path} has an unexpected form");
    }

    /// <summary>The value in brackets of a list of those that can be chosen; the text itself where none is in brackets.</summary>
    public static string? Chosen(string text)
    {
        int start = text.IndexOf('['), end = text.IndexOf(']');
        return start >= 0 && end > start ? text[(start + 1)..end] : text;
    }

    /// <summary>A text that must be a number.</summary>
    public static string? Number(string text) =>
        long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long number) ? number.ToString(CultureInfo.InvariantCulture) : null;

    private void Add(in MachineFact fact)
    {
        if (_all.Count >= MaxFacts || !_known.Add(fact.Key))
            LeftOut++;
        else
            _all.Add(fact.Value is { Length: > MaxValue } value ? fact with { Value = value[..MaxValue] + "…" } : fact);
    }
}
