namespace Fathom.Capture.Watching;

/// <summary>Reads the metrics of one process again and again.</summary>
public interface IMetricSampler : IDisposable
{
    /// <summary>Takes a sample. Allocates nothing once it runs.</summary>
    /// <param name="values">One value per metric; "not a number" for what cannot be told.</param>
    /// <returns>False when the process has ended.</returns>
    bool Sample(Span<double> values);

    /// <summary>Why the process ended: "exit code N", "killed by signal 9 (SIGKILL)", "not known why". Asked for once a sample said that it has.</summary>
    string WhyEnded();
}
