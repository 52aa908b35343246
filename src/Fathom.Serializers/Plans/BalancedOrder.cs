namespace Fathom.Serializers.Plans;

/// <summary>
/// The order in which things take turns over several rounds: forwards, then backwards, and each pair of rounds begins with another one. What drifts on the
/// machine meanwhile then strikes all of them alike.
/// </summary>
public static class BalancedOrder
{
    /// <summary>The order of one round.</summary>
    /// <param name="count">How many things take turns.</param>
    /// <param name="round">The round, starting at 0.</param>
    public static int[] Of(int count, int round)
    {
        int[] order = new int[count];
        int shift = round / 2;
        for (int i = 0; i < count; i++)
            order[i] = (i + shift) % count;
        if (round % 2 == 1)
            Array.Reverse(order);
        return order;
    }
}
