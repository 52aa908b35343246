using Fathom.Capture.Actions;
using Fathom.Capture.Triggers;

namespace Fathom.Capture.Dumps;

/// <summary>When dumps are taken, and how many.</summary>
public sealed record DumpSchedule
{
    /// <summary>What is waited for before each dump.</summary>
    public AwaitedConditions When { get; init; } = new();

    /// <summary>Whether a thread that throws is held until the dump is written, before any handler of the program runs.</summary>
    public bool BeforeHandlers { get; init; }

    /// <summary>What is done each time; a dump where nothing else was asked for.</summary>
    public IReadOnlyList<ThenAction> Then { get; init; } = [new ThenAction(ThenKind.Dump, [])];

    /// <summary>The time between the end of what is done and the next look.</summary>
    public TimeSpan Every { get; init; }

    /// <summary>How often it is done.</summary>
    public int Count { get; init; } = 1;

    /// <summary>Whether anything is waited for before the first dump.</summary>
    public bool HasCondition => When.Any;
}
