namespace Fathom.Serializers.Checks;

/// <summary>How thoroughly serializers are checked.</summary>
public sealed record CheckPlan
{
    /// <summary>The longest that one feature or one change of a type may take.</summary>
    public TimeSpan Deadline { get; init; } = TimeSpan.FromSeconds(20);

    /// <summary>The longest that one attack with all of its inputs may take.</summary>
    public TimeSpan AttackDeadline { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>The longest that writing and reading the large input may take.</summary>
    public TimeSpan StreamingDeadline { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>Inputs per attack, for attacks that draw them.</summary>
    public int Attempts { get; init; } = 64;

    /// <summary>What is drawn is drawn from it.</summary>
    public ulong Seed { get; init; } = 42;

    /// <summary>The managed heap that a process that is attacked may have.</summary>
    public long HeapLimitBytes { get; init; } = 256L << 20;

    /// <summary>Size of the input that arrives in pieces.</summary>
    public long StreamBytes { get; init; } = 200_000_000;
}
