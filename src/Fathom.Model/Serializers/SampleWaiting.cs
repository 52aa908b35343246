namespace Fathom.Model.Serializers;

/// <summary>When a sample waited so long for a processor that it is taken again.</summary>
public static class SampleWaiting
{
    /// <summary>The share of its time that a sample may wait: what two neighbouring samples differ in anyway.</summary>
    public const double Limit = 0.05;

    /// <summary>How often a sample is taken at the most.</summary>
    public const int MostAttempts = 3;

    /// <summary>The share of its time that a sample waited; 0 where the kernel does not tell.</summary>
    /// <param name="durationNs">Its time.</param>
    /// <param name="runDelayNs">What of it the thread was ready to run and had no processor.</param>
    public static double Share(long durationNs, long? runDelayNs) => durationNs <= 0 ? 0 : runDelayNs.GetValueOrDefault() / (double)durationNs;
}
