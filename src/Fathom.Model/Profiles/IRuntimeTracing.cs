namespace Fathom.Model.Profiles;

/// <summary>Events of a running process that are being collected. Disposing ends it where that has not been done.</summary>
public interface IRuntimeTracing : IAsyncDisposable
{
    /// <summary>Ends the collecting and waits until the target has named its methods.</summary>
    Task<RuntimeTrace> StopAsync();
}
