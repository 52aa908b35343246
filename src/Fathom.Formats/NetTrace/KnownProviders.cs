namespace Fathom.Formats.NetTrace;

/// <summary>Providers that a stream of version 1 names by number only.</summary>
internal static class KnownProviders
{
    /// <summary>The runtime's own events.</summary>
    public const string Runtime = "Microsoft-Windows-DotNETRuntime";

    /// <summary>What the runtime has loaded and compiled when a session begins or ends.</summary>
    public const string Rundown = "Microsoft-Windows-DotNETRuntimeRundown";

    /// <summary>Events for those who work on the runtime.</summary>
    public const string Private = "Microsoft-Windows-DotNETRuntimePrivate";

    /// <summary>Where threads are.</summary>
    public const string Sampler = "Microsoft-DotNETCore-SampleProfiler";

    /// <summary>The provider's name; its number where that is not known.</summary>
    public static string NameOf(Guid id) => id.ToString() switch
    {
        "e13c0d23-ccbc-4e12-931b-d9cc2eee27e4" => Runtime,
        "a669021c-c450-4609-a035-5af59af4df18" => Rundown,
        "763fd754-7086-4dfe-95eb-c01a46faf4ca" => Private,
        "3c530d44-97ae-513a-1e6d-783e8f8e03a9" => Sampler,
        "2e5dba47-a3d2-4d16-8ee0-6671ffdcd7b5" => "System.Threading.Tasks.TplEventSource",
        "8e9f5090-2d75-4d03-8a81-e5afbf85daf1" => "System.Diagnostics.Eventing.FrameworkEventSource",
        _ => id.ToString(),
    };
}
