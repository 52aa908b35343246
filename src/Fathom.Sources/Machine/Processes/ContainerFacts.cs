namespace Fathom.Sources.Machine.Processes;

/// <summary>The container that a process runs in.</summary>
/// <param name="Engine">
/// What made it: docker, containerd, cri-o, podman, lxc, systemd-nspawn, kubernetes; or "pid namespace" where only that is known.
/// </param>
/// <param name="Id">The full id (64 hexadecimal digits with most engines), the name where the engine has no id, or the number of the PID namespace.</param>
/// <param name="PodId">Id of the Kubernetes pod, or null.</param>
public sealed record ContainerFacts(string Engine, string Id, string? PodId)
{
    private const int FullIdLength = 64;
    private const int ShortIdLength = 12;

    /// <summary>What tables show: the first 12 digits as <c>docker ps</c> does, or the name.</summary>
    public string ShortName => Engine == NamespaceEngine
        ? $"{NamespaceEngine} {Id}"
        : Id.Length == FullIdLength ? Id[..ShortIdLength] : Id;

    internal const string NamespaceEngine = "pid namespace";
}
