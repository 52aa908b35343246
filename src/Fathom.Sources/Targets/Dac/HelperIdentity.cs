using System.Globalization;

namespace Fathom.Sources.Targets.Dac;

/// <summary>
/// Whether a helper process can have exactly the rights of a target, so that code which the target's user put there gains nothing in it, and how it gets them.
/// </summary>
/// <remarks>
/// Users, groups and the loss of all capabilities can be given to a process. A mount namespace cannot: Fathom is not in it; and without it the helper would
/// see files that the target does not. So a target that is confined in any way that Fathom itself is not has no helper. Nor has one of root: root without
/// capabilities still owns the files of the machine. Source of the facts: proc(5), <c>/proc/PID/status</c>.
/// </remarks>
/// <param name="UserId">User of the target.</param>
/// <param name="GroupId">Group of the target.</param>
/// <param name="Groups">Its supplementary groups.</param>
internal sealed record HelperIdentity(uint UserId, uint GroupId, IReadOnlyList<uint> Groups)
{
    /// <summary>Reads what a helper for the target must be.</summary>
    /// <param name="target">The target.</param>
    /// <param name="self">This process.</param>
    /// <param name="ptraceScope">Of Yama; 0 where the kernel has none.</param>
    /// <param name="lack">Why there can be none, as the end of a sentence; null where there can.</param>
    public static HelperIdentity? Of(ProcessRights target, ProcessRights self, int ptraceScope, out string? lack)
    {
        lack = Lack(target, self, ptraceScope);
        return lack is null ? new HelperIdentity(target.UserIds[0], target.GroupIds[0], target.Groups) : null;
    }

    /// <summary>The arguments of <c>setpriv</c> (util-linux) that make a process this, up to the program.</summary>
    /// <param name="isRoot">Whether we are root; otherwise we are this user already, have no capabilities, and may not drop what could be gained later.</param>
    public IEnumerable<string> SetPrivArguments(bool isRoot)
    {
        if (isRoot)
        {
            yield return $"--reuid={Text(UserId)}";
            yield return $"--regid={Text(GroupId)}";
            yield return Groups.Count == 0 ? "--clear-groups" : $"--groups={string.Join(',', Groups.Select(Text))}";
            yield return "--bounding-set=-all";
        }

        yield return "--inh-caps=-all";
        yield return "--ambient-caps=-all";
        yield return "--no-new-privs";
        yield return "--pdeathsig=KILL";
        yield return "--";
    }

    private static string? Lack(ProcessRights target, ProcessRights self, int ptraceScope)
    {
        if (target.UserIds.Distinct().Count() != 1 || target.GroupIds.Distinct().Count() != 1)
            return "the process runs under more than one user or group";
        if (target.UserIds[0] == 0 || target.PermittedCapabilities != 0)
            return "the process has rights of root";
        if (target.Confinement.Except(self.Confinement, StringComparer.Ordinal).FirstOrDefault() is { } other)
            return $"the process is confined in a way that a helper would not be ({other.Split(' ')[0]})";
        if (target.SystemCallFilters > self.SystemCallFilters)
            return "the process has a system call filter";
        if (ptraceScope > 0)
            return string.Create(CultureInfo.InvariantCulture, $"kernel.yama.ptrace_scope is {ptraceScope}, and a helper has no CAP_SYS_PTRACE");
        bool isSame = target.UserIds.SequenceEqual(self.UserIds) && target.GroupIds.SequenceEqual(self.GroupIds) && target.Groups.Order().SequenceEqual(self.Groups.Order());
        return self.UserIds[1] == 0 || isSame ? null : "Fathom runs neither as root nor with exactly the user and groups of the process";
    }

    private static string Text(uint id) => id.ToString(CultureInfo.InvariantCulture);
}
