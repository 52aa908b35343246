using Fathom.Model.Machine;

namespace Fathom.Sources.Surroundings.Facts;

/// <summary>The words that logs and recordings have for kinds and moments.</summary>
public static class FactWords
{
    /// <summary>The word for a kind.</summary>
    public static string Of(FactKind kind) => kind switch { FactKind.Setting => "setting", FactKind.Counter => "counter", _ => "figure" };

    /// <summary>The word for a moment.</summary>
    public static string Of(FactMoment moment) => moment switch { FactMoment.Start => "start", FactMoment.Change => "change", _ => "stop" };

    /// <summary>The kind of a word; null for another word.</summary>
    public static FactKind? Kind(string word) => word switch { "setting" => FactKind.Setting, "counter" => FactKind.Counter, "figure" => FactKind.Figure, _ => null };

    /// <summary>The moment of a word; null for another word.</summary>
    public static FactMoment? Moment(string word) => word switch { "start" => FactMoment.Start, "change" => FactMoment.Change, "stop" => FactMoment.Stop, _ => null };
}
