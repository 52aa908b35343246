namespace Fathom.Model.Statistics;

/// <summary>Where a thing stands among those that it was compared with.</summary>
/// <param name="Rank">Its rank; null where that is not known.</param>
/// <param name="IsTied">Whether it shares the rank.</param>
/// <param name="Blur">Without a rank: the other thing that it is least told apart from; -1 where there are too few rounds to rank anything.</param>
public readonly record struct PairedPlace(int? Rank, bool IsTied, int Blur);
