namespace Fathom.Model.Graph.Retention;

/// <summary>Objects of one type that refer to each other in a long row, such as the nodes of a linked list, timers or callbacks, and what lies behind them.</summary>
/// <param name="Type">Index of their type.</param>
/// <param name="ChainCount">Chains that are held apart, such as one per timer queue.</param>
/// <param name="ObjectCount">Objects of the type in them.</param>
/// <param name="BehindType">
/// Index of the first type of the program behind them that retains the most; where hardly any of the bytes behind them belong to the program, of the first
/// type of any sort. Null where nothing lies behind them.
/// </param>
/// <param name="BehindCount">How many objects of that type come first behind a link.</param>
/// <param name="BehindBytes">Bytes that they retain.</param>
public sealed record LeakChain(uint Type, long ChainCount, long ObjectCount, uint? BehindType, long BehindCount, long BehindBytes);
