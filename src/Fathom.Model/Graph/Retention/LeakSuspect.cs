namespace Fathom.Model.Graph.Retention;

/// <summary>An object, or a group of objects of one type, that retains a large share of what is alive.</summary>
/// <param name="Kind">Which of both.</param>
/// <param name="Object">The object; of a group the one that retains the most.</param>
/// <param name="Count">Objects of the group, or 1.</param>
/// <param name="RetainedBytes">Bytes that they retain.</param>
/// <param name="AccumulationPoint">
/// Where it gathers: down from <paramref name="Object"/> always to the largest part, the first object whose largest part is much smaller than itself.
/// </param>
/// <param name="AccumulationBytes">Bytes that the accumulation point retains.</param>
/// <param name="HeldType">Index of the type of the objects right below the accumulation point that retain the most together; null when there are none.</param>
/// <param name="HeldCount">How many they are.</param>
/// <param name="HeldBytes">Bytes that they retain together.</param>
/// <param name="Chain">The chain that it consists of for the most part; null where it is none.</param>
public sealed record LeakSuspect(
    SuspectKind Kind,
    uint Object,
    long Count,
    long RetainedBytes,
    uint AccumulationPoint,
    long AccumulationBytes,
    uint? HeldType,
    long HeldCount,
    long HeldBytes,
    LeakChain? Chain);
