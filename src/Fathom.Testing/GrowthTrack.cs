namespace Fathom.Testing;

/// <summary>How many live objects of one class came and went in the steps of a round: with the action, and in as many steps of the same length without it.</summary>
internal sealed class GrowthTrack
{
    // An array that is doubled now and then moves hardly but upwards, and hardly without the action.
    private const int StaircaseShare = 8;

    private StepChanges _with, _without, _bytesWith, _bytesWithout;

    /// <summary>Objects that came with the action, less those that came without.</summary>
    public long Objects => _with.Sum() - _without.Sum();

    /// <summary>Bytes that came with the action, less those that came without.</summary>
    public long Bytes => _bytesWith.Sum() - _bytesWithout.Sum();

    /// <summary>Bytes that came with the action, less those that went with it.</summary>
    public long BytesWith => _bytesWith.Sum();

    /// <summary>Bytes that came or went with the action: what moved less than this cannot hide more.</summary>
    public long MovedBytes => _bytesWith.Moved();

    /// <summary>Pairs in which more came with the action than without, of objects or of bytes, whichever are more.</summary>
    public int Rises => Math.Max(CountRises(_with, _without), CountRises(_bytesWith, _bytesWithout));

    /// <summary>Whether what came with the action stayed: what goes in the pause behind has only not gone yet.</summary>
    public bool Stays => IsStaying(_with, _without) || IsStaying(_bytesWith, _bytesWithout);

    /// <summary>Whether hardly anything moved without the action, and what came with it stayed.</summary>
    public bool IsStaircase => BytesWith > 0 && ((_bytesWith.Moved() - BytesWith) / 2 + _bytesWithout.Moved()) * StaircaseShare <= BytesWith;

    /// <summary>Adds what changed in a step.</summary>
    public void Add(int pair, bool isWith, long objects, long bytes)
    {
        (isWith ? ref _with : ref _without)[pair] += objects;
        (isWith ? ref _bytesWith : ref _bytesWithout)[pair] += bytes;
    }

    /// <summary>
    /// Whether each run leaves the same number of objects: in all steps but one exactly, and nothing moves without the action. The steps have different numbers of
    /// runs, so nothing else looks like this.
    /// </summary>
    public bool IsExact(int[] runs)
    {
        int exact = 0, quiet = 0;
        double[] eachRun = new double[runs.Length];
        for (int i = 0; i < runs.Length; i++)
            eachRun[i] = (double)_with[i] / runs[i];
        double each = Median(eachRun);
        for (int i = 0; i < runs.Length; i++)
        {
            exact += _with[i] == each * runs[i] ? 1 : 0;
            quiet += _without[i] == 0 ? 1 : 0;
        }

        return each >= 1 && double.IsInteger(each) && exact >= runs.Length - 1 && quiet >= runs.Length - 1 && IsStaying(_with, _without);
    }

    /// <summary>Bytes per run, in each pair.</summary>
    public double[] BytesPerRun(int[] runs)
    {
        double[] perRun = new double[runs.Length];
        for (int i = 0; i < runs.Length; i++)
            perRun[i] = (double)(_bytesWith[i] - _bytesWithout[i]) / runs[i];
        return perRun;
    }

    /// <summary>Objects per run, in each pair.</summary>
    public double[] ObjectsPerRun(int[] runs)
    {
        double[] perRun = new double[runs.Length];
        for (int i = 0; i < runs.Length; i++)
            perRun[i] = (double)(_with[i] - _without[i]) / runs[i];
        return perRun;
    }

    /// <summary>The middle of some figures.</summary>
    public static double Median(double[] values)
    {
        double[] sorted = [.. values.Order()];
        int middle = sorted.Length / 2;
        return sorted.Length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static int CountRises(StepChanges with, StepChanges without)
    {
        int rises = 0;
        for (int i = 0; i < GrowthRound.Pairs; i++)
            rises += with[i] > without[i] ? 1 : 0;
        return rises;
    }

    private static bool IsStaying(StepChanges with, StepChanges without) => (with.Sum() + without.Sum()) * 4 >= with.Sum() - without.Sum();
}
