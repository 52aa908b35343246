using Fathom.Model.Patterns;
using Fathom.Serializers.Programs;

namespace Fathom.Serializers.Plans;

/// <summary>What is to be measured.</summary>
public sealed record SuitePlan
{
    /// <summary>What programs are built for.</summary>
    public IReadOnlyList<BuildTarget> Targets { get; init; } = [BuildTarget.Default];

    /// <summary>The names of the serializers that take part; null takes all.</summary>
    public PatternList? Names { get; init; }

    /// <summary>Folders of adapters from outside of the checkout, which take part beside those of it.</summary>
    public IReadOnlyList<string> Adapters { get; init; } = [];

    /// <summary>Packages in versions side by side, in place of the version that a program names.</summary>
    public IReadOnlyList<PackagePin> Packages { get; init; } = [];

    /// <summary>Whether libraries without adapter are shown too, so that their names are known ones.</summary>
    public bool ListsLibraries { get; init; }

    /// <summary>The cases.</summary>
    public IReadOnlyList<PlannedCase> Cases { get; init; } = [];

    /// <summary>Lanes by name; those that a serializer does not have are left out.</summary>
    public IReadOnlyList<string> Lanes { get; init; } = ["stream"];

    /// <summary>Threads that do an operation at the same time, each count on its own. Each thread has a serializer of its own.</summary>
    public IReadOnlyList<int> Threads { get; init; } = [1];

    /// <summary>Processes per serializer and case. They take turns: A B C, then C B A.</summary>
    public int Launches { get; init; } = 5;

    /// <summary>Samples per process, operation and lane.</summary>
    public int Samples { get; init; } = 10;

    /// <summary>How far the bounds of each ratio to the fastest may be from it, as a share: more processes are run until they are that near. Null runs those of <see cref="Launches"/>.</summary>
    public double? Precision { get; init; }

    /// <summary>The longest time that is spent on <see cref="Precision"/>, after the processes of <see cref="Launches"/>.</summary>
    public TimeSpan PrecisionTime { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>The longest warm-up of a lane, with both operations.</summary>
    public TimeSpan WarmupLimit { get; init; } = TimeSpan.FromSeconds(8);

    /// <summary>Fresh processes per serializer for the first calls.</summary>
    public int Starts { get; init; } = 10;

    /// <summary>The longest time that one request may take.</summary>
    public TimeSpan Deadline { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>Whether outputs are shown instead of measured, and how many bytes of each; null measures.</summary>
    public int? ShownBytes { get; init; }

    /// <summary>How long each operation is watched by runtime events, where that is done instead of measuring; null measures.</summary>
    public TimeSpan? ProfiledTime { get; init; }

    /// <summary>Variables of the environment for the processes that are measured.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>Whether a serializer of this name takes part.</summary>
    public bool Takes(string name) => Names?.Matches(name) ?? true;
}
