namespace Fathom.Bench.Recording;

/// <summary>Measures two things in turns.</summary>
internal static class PairedRounds
{
    /// <summary>Both of each round. Each is first in half of the rounds: what drifts falls out.</summary>
    /// <param name="count">Rounds.</param>
    /// <param name="plain">Measures the one.</param>
    /// <param name="other">Measures the other.</param>
    public static List<(T Plain, T Other)> Of<T>(int count, Func<T> plain, Func<T> other)
    {
        List<(T Plain, T Other)> rounds = [];
        for (int round = 0; round < count; round++)
        {
            bool isPlainFirst = round % 2 == 0;
            (T first, T second) = isPlainFirst ? (plain(), other()) : (other(), plain());
            rounds.Add(isPlainFirst ? (first, second) : (second, first));
        }

        return rounds;
    }
}
