namespace Fathom.Model.Trees;

/// <summary>What was measured on some stacks.</summary>
/// <param name="Weight">Nanoseconds or bytes; whole numbers are exact up to 2^53.</param>
/// <param name="Count">Samples or waits.</param>
/// <param name="HasWeight">Whether any of them tells a weight.</param>
public readonly record struct TreeSum(double Weight, long Count, bool HasWeight)
{
    /// <summary>Both together.</summary>
    public static TreeSum operator +(TreeSum left, TreeSum right) =>
        new(left.Weight + right.Weight, left.Count + right.Count, left.HasWeight || right.HasWeight);

    /// <summary>What is compared: the weight, or the count where none is told.</summary>
    /// <param name="byWeight">Whether weights are compared.</param>
    public double Size(bool byWeight) => byWeight ? Weight : Count;
}
