namespace Fathom.Model.Statistics;

/// <summary>
/// Compares what things take in two recordings that were not made in turns. Processes are what is independent of each other, never samples; what the processes of a launch have in common is a part of
/// the bounds of every ratio. Bounds hold all ratios of all comparisons together with 99 % (Bonferroni, half of it for what is common). What differs between two
/// recordings and between no two processes of one, such as another clock rate of the machine on that day, is in no scatter: only things that must not differ can
/// show it.
/// </summary>
public sealed class UnpairedComparison
{
    private readonly LaunchEffects _old;
    private readonly LaunchEffects _new;
    private readonly double _common;
    private readonly double _probability;

    /// <param name="old">Of each thing the time of each of its processes in the old recording, by the number of the launch; three at least.</param>
    /// <param name="new">The same in the new recording, things in the same order.</param>
    /// <param name="groups">So many comparisons are made at once.</param>
    /// <param name="ratios">So many ratios they have together.</param>
    public UnpairedComparison(IReadOnlyList<IReadOnlyDictionary<long, double>> old, IReadOnlyList<IReadOnlyDictionary<long, double>> @new, int groups, int ratios)
    {
        (_old, _new) = (new LaunchEffects(old), new LaunchEffects(@new));
        _common = _old.Common.Reach(_new.Common, Probability(groups));
        _probability = Probability(ratios);
    }

    /// <summary>How many times as long a thing takes in the new recording as in the old one.</summary>
    public Estimate Ratio(int thing)
    {
        double effect = Effect(thing), reach = _common + OwnReach(thing);
        return new Estimate(Math.Exp(effect), Math.Exp(effect - reach), Math.Exp(effect + reach));
    }

    /// <summary>Whether a thing changed by certainly more than another one, in the same direction.</summary>
    public bool ChangedMore(int thing, int other)
    {
        double effect = Effect(thing), before = Effect(other);
        return effect * before <= 0 || Math.Abs(effect) - Math.Abs(before) > OwnReach(thing) + OwnReach(other);
    }

    private static double Probability(int family) => 1 - ((1 - RoundComparison.Confidence) / 2 / family / 2);

    private double Effect(int thing) => _new.Mean(thing) - _old.Mean(thing);

    private double OwnReach(int thing) => _old.Own(thing).Reach(_new.Own(thing), _probability);
}
