using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>Providers whose events name them by number only.</summary>
internal static class EtlProviders
{
    private static readonly Dictionary<Guid, string> s_names = new()
    {
        [new("a669021c-c450-4609-a035-5af59af4df18")] = KnownProviders.Rundown,
        [new("e13c0d23-ccbc-4e12-931b-d9cc2eee27e4")] = KnownProviders.Runtime,
        [new("763fd754-7086-4dfe-95eb-c01a46faf4ca")] = KnownProviders.Private,
        [new("2e5dba47-a3d2-4d16-8ee0-6671ffdcd7b5")] = "System.Threading.Tasks.TplEventSource",
        [new("8e9f5090-2d75-4d03-8a81-e5afbf85daf1")] = "System.Diagnostics.Eventing.FrameworkEventSource",
        [new("1c95126e-7eea-49a9-a3fe-a378b03ddb4d")] = "Microsoft-Windows-DNS-Client",
        [new("22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716")] = "Microsoft-Windows-Kernel-Process",
        [new("edd08927-9cc4-4e65-b970-c2560fb5c289")] = "Microsoft-Windows-Kernel-File",
        [new("7dd42a49-5329-4832-8dfd-43d979153a88")] = "Microsoft-Windows-Kernel-Network",
        [new("b675ec37-bdb6-4648-bc92-f3fdc74d3ca2")] = "Microsoft-Windows-Kernel-EventTracing",
        [new("dd5ef90a-6398-47a4-ad34-4dcecdef795f")] = "Microsoft-Windows-HttpService",
        [new("a7975c8f-ac13-49f1-87da-5a984a4ab417")] = "Microsoft-Windows-WinRM",
    };

    /// <summary>The name of a provider; null where it is not known.</summary>
    public static string? NameOf(Guid id) => s_names.GetValueOrDefault(id);
}
