using System.Runtime.InteropServices;

namespace Fathom.Sources.Machine.Checks;

/// <summary>Which kernel and which architecture.</summary>
internal sealed class KernelChecks : IMachineChecks
{
    public IEnumerable<MachineCheck> Look(MachineView machine)
    {
        string architecture = RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant();
        string? release = machine.Read("/proc/sys/kernel/osrelease");
        yield return release is null
            ? MachineCheck.Missing("kernel", "/proc is missing; processes cannot be found", "mount -t proc proc /proc")
            : MachineCheck.Good("kernel", $"Linux {release}, {architecture}");
    }
}
