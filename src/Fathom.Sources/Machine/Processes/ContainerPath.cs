using System.Buffers;
using System.Text;

namespace Fathom.Sources.Machine.Processes;

/// <summary>
/// Tells the container from the paths that engines build. cgroup paths (<c>/proc/PID/cgroup</c>, lines <c>N:CONTROLLERS:PATH</c>; version 2 has the one
/// line <c>0::PATH</c>) look like this, with ID = 64 hexadecimal digits and UID = a pod's id:
/// <code>
/// docker      /docker/ID   /system.slice/docker-ID.scope
/// containerd  /kubepods/burstable/podUID/ID   /kubepods.slice/…-podU_I_D.slice/cri-containerd-ID.scope
/// cri-o       …/crio-ID.scope
/// podman      /machine.slice/libpod-ID.scope/container   /libpod_parent/libpod-ID
/// lxc         /lxc/NAME   /lxc.payload.NAME   /lxc.payload/NAME
/// nspawn      /machine.slice/machine-NAME.scope   /machine.slice/systemd-nspawn@NAME.service
/// </code>
/// Inside a container with its own cgroup namespace the path is just <c>/</c>. Then the mounts tell: engines bind hosts, hostname and resolv.conf from a
/// folder that has the id in its name.
/// </summary>
internal static class ContainerPath
{
    private const int IdLength = 64;
    private static readonly SearchValues<byte> s_hexadecimal = SearchValues.Create("0123456789abcdef"u8);

    /// <summary>The container that the lines of a cgroup file name, or null.</summary>
    public static ContainerFacts? FromCgroup(ReadOnlySpan<byte> text)
    {
        foreach (Range range in text.Split((byte)'\n'))
        {
            ReadOnlySpan<byte> line = text[range];
            int path = line.IndexOf((byte)'/');
            if (path >= 0 && FromPath(line[path..]) is { } container)
                return container;
        }

        return null;
    }

    /// <summary>
    /// The container that the mounts of <c>/proc/PID/mountinfo</c> name, or null. Only mounts over /etc/hosts, hostname and resolv.conf count: the host of
    /// the containers sees their other mounts too.
    /// </summary>
    public static ContainerFacts? FromMounts(ReadOnlySpan<byte> text)
    {
        ContainerFacts? container = null;
        foreach (Range range in text.Split((byte)'\n'))
        {
            if (!TrySplitMount(text[range], out ReadOnlySpan<byte> source, out ReadOnlySpan<byte> mountPoint))
                continue;
            if (!mountPoint.SequenceEqual("/etc/hosts"u8) && !mountPoint.SequenceEqual("/etc/hostname"u8) && !mountPoint.SequenceEqual("/etc/resolv.conf"u8))
                continue;
            if (PodOfMount(source) is { } pod)
                return new ContainerFacts("kubernetes", pod, pod);
            container ??= FromMountSource(source);
        }

        return container;
    }

    // "36 35 98:0 ROOT MOUNTPOINT rw,…": ROOT is the mounted folder inside its file system.
    private static bool TrySplitMount(ReadOnlySpan<byte> line, out ReadOnlySpan<byte> source, out ReadOnlySpan<byte> mountPoint)
    {
        const int sourceField = 3;
        source = mountPoint = default;
        int field = 0;
        foreach (Range range in line.Split((byte)' '))
        {
            if (field == sourceField)
                source = line[range];
            else if (field == sourceField + 1)
                mountPoint = line[range];
            field++;
        }

        return field > sourceField + 1;
    }

    private static string? PodOfMount(ReadOnlySpan<byte> source)
    {
        int pods = source.IndexOf("/pods/"u8);
        if (pods < 0)
            return null;
        ReadOnlySpan<byte> uid = source[(pods + "/pods/"u8.Length)..];
        int end = uid.IndexOf((byte)'/');
        return end > 0 && IsPodUid(uid[..end]) ? Text(uid[..end]) : null;
    }

    private static ContainerFacts? FromMountSource(ReadOnlySpan<byte> source)
    {
        string engine = source.IndexOf("/overlay-containers/"u8) >= 0 ? "podman" : source.IndexOf("/docker/containers/"u8) >= 0 ? "docker" : "container";
        foreach (Range part in source.Split((byte)'/'))
        {
            if (IsId(source[part]))
                return new ContainerFacts(engine, Text(source[part]), null);
        }

        return null;
    }

    private static ContainerFacts? FromPath(ReadOnlySpan<byte> path)
    {
        string? pod = null;
        ContainerFacts? innermost = null;
        ReadOnlySpan<byte> parent = default;
        foreach (Range range in path.Split((byte)'/'))
        {
            ReadOnlySpan<byte> segment = path[range];
            if (segment.IsEmpty)
                continue;
            pod = PodOf(segment) ?? pod;
            if (FromSegment(parent, segment) is { } found)
                innermost = found;
            parent = segment;
        }

        return innermost is not null ? innermost with { PodId = pod } : pod is not null ? new ContainerFacts("kubernetes", pod, pod) : null;
    }

    private static ContainerFacts? FromSegment(ReadOnlySpan<byte> parent, ReadOnlySpan<byte> segment)
    {
        if (parent.SequenceEqual("lxc"u8) || parent.SequenceEqual("lxc.payload"u8))
            return new ContainerFacts("lxc", Text(segment), null);
        if (segment.StartsWith("lxc.payload."u8))
            return new ContainerFacts("lxc", Text(segment["lxc.payload."u8.Length..]), null);
        if (Between(segment, "machine-"u8, ".scope"u8) is { IsEmpty: false } machine)
            return new ContainerFacts("systemd-nspawn", Text(machine).Replace("\\x2d", "-", StringComparison.Ordinal), null);
        if (Between(segment, "systemd-nspawn@"u8, ".service"u8) is { IsEmpty: false } unit)
            return new ContainerFacts("systemd-nspawn", Text(unit).Replace("\\x2d", "-", StringComparison.Ordinal), null);

        ReadOnlySpan<byte> name = segment.EndsWith(".scope"u8) ? segment[..^".scope"u8.Length] : segment;
        if (name.Length < IdLength || !IsId(name[^IdLength..]))
            return null;
        string id = Text(name[^IdLength..]);
        ReadOnlySpan<byte> prefix = name[..^IdLength].TrimEnd((byte)'-');
        if (prefix.EndsWith("conmon"u8))
            return null;
        return new ContainerFacts(EngineOf(prefix, parent), id, null);
    }

    private static string EngineOf(ReadOnlySpan<byte> prefix, ReadOnlySpan<byte> parent)
    {
        if (prefix.SequenceEqual("docker"u8) || parent.SequenceEqual("docker"u8))
            return "docker";
        if (prefix.SequenceEqual("cri-containerd"u8))
            return "containerd";
        if (prefix.SequenceEqual("crio"u8))
            return "cri-o";
        if (prefix.SequenceEqual("libpod"u8))
            return "podman";
        if (!prefix.IsEmpty)
            return Text(prefix);
        return parent.StartsWith("pod"u8) ? "kubernetes" : "container";
    }

    // "pod<uid>" or "kubepods-burstable-pod<uid with _ for ->.slice".
    private static string? PodOf(ReadOnlySpan<byte> segment)
    {
        ReadOnlySpan<byte> name = segment.EndsWith(".slice"u8) ? segment[..^".slice"u8.Length] : segment;
        int at = name.LastIndexOf("pod"u8);
        return at >= 0 && IsPodUid(name[(at + 3)..]) ? Text(name[(at + 3)..]).Replace('_', '-') : null;
    }

    // 36 characters, or the 32 digits that static pods have.
    private static bool IsPodUid(ReadOnlySpan<byte> text)
    {
        if (text.Length is not (36 or 32))
            return false;
        foreach (byte b in text)
        {
            if (!s_hexadecimal.Contains(b) && b is not ((byte)'-' or (byte)'_'))
                return false;
        }

        return true;
    }

    private static ReadOnlySpan<byte> Between(ReadOnlySpan<byte> text, ReadOnlySpan<byte> start, ReadOnlySpan<byte> end) =>
        text.Length > start.Length + end.Length && text.StartsWith(start) && text.EndsWith(end) ? text[start.Length..^end.Length] : default;

    private static bool IsId(ReadOnlySpan<byte> text) => text.Length == IdLength && !text.ContainsAnyExcept(s_hexadecimal);

    private static string Text(ReadOnlySpan<byte> text) => Encoding.UTF8.GetString(text);
}
