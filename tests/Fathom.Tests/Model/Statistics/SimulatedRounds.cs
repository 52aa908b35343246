namespace Fathom.Tests.Model.Statistics;

/// <summary>Times of things in rounds whose truth is known, with noise of several kinds. Rounds drift far more than things differ.</summary>
/// <param name="seed">Other draws.</param>
internal sealed class SimulatedRounds(ulong seed)
{
    private readonly KnownTimes _random = new(seed);

    /// <summary>The time of each thing in each round.</summary>
    /// <param name="noise">normal, heavy (Student's with three degrees of freedom), modes (three processes of ten are 8 % slower), one (the second thing scatters 40
    /// times as much), or unlike (one thing of four scatters 16 times as much).</param>
    /// <param name="truth">What each thing takes, relative to the others.</param>
    /// <param name="rounds">How many.</param>
    public double[][] Times(string noise, double[] truth, int rounds)
    {
        double[][] times = [.. truth.Select(_ => new double[rounds])];
        for (int round = 0; round < rounds; round++)
        {
            double common = 100 * Math.Exp(0.3 * _random.Normal()) * (1 + round);
            for (int thing = 0; thing < truth.Length; thing++)
                times[thing][round] = common * truth[thing] * Math.Exp(Noise(noise, thing));
        }

        return times;
    }

    /// <summary>Samples of each thing in each round, taken in turns on a machine that is at times half as fast for some turns, and where each process has a speed of its own.</summary>
    /// <param name="truth">What each thing takes, relative to the others.</param>
    /// <param name="rounds">How many rounds.</param>
    /// <param name="turns">Samples of each thing in each round.</param>
    /// <param name="process">Standard deviation of the speed of a process.</param>
    /// <param name="sample">Scatter of a sample, heavy-tailed.</param>
    public Dictionary<long, double[]>[] Samples(double[] truth, int rounds, int turns, double process, double sample)
    {
        Dictionary<long, double[]>[] things = [.. truth.Select(static _ => new Dictionary<long, double[]>())];
        for (int round = 1; round <= rounds; round++)
        {
            double[] speeds = [.. truth.Select(one => one * Math.Exp(process * _random.Normal()))];
            foreach (Dictionary<long, double[]> thing in things)
                thing[round] = new double[turns];
            for (int turn = 0; turn < turns; turn++)
            {
                double common = (_random.Normal() > 0.5 ? 200 : 100) * (1 + (0.01 * turn));
                for (int thing = 0; thing < things.Length; thing++)
                    things[thing][round][turn] = common * speeds[thing] * Math.Exp(sample * Heavy());
            }
        }

        return things;
    }

    private double Noise(string noise, int thing) => noise switch
    {
        "normal" => 0.02 * _random.Normal(),
        "heavy" => 0.02 * Heavy(),
        "modes" => (0.005 * _random.Normal()) + (_random.Normal() > 0.524 ? 0.08 : 0),
        "one" => (thing == 1 ? 0.2 : 0.005) * _random.Normal(),
        "unlike" => (thing % 4 == 0 ? 0.08 : 0.005) * _random.Normal(),
        _ => throw new ArgumentOutOfRangeException(nameof(noise)),
    };

    // Student's distribution with three degrees of freedom, scaled to a standard deviation of 1.
    private double Heavy()
    {
        double squares = 0;
        for (int i = 0; i < 3; i++)
            squares += Math.Pow(_random.Normal(), 2);
        return _random.Normal() / Math.Sqrt(squares / 3) / Math.Sqrt(3);
    }
}
