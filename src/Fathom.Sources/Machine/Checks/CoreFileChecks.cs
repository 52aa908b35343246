namespace Fathom.Sources.Machine.Checks;

/// <summary>Whether the kernel writes a core file when a program crashes, and where to.</summary>
internal sealed class CoreFileChecks : IMachineChecks
{
    public IEnumerable<MachineCheck> Look(MachineView machine)
    {
        string? pattern = machine.Read("/proc/sys/kernel/core_pattern");
        yield return pattern switch
        {
            null => MachineCheck.Unknown("core_pattern", "/proc/sys/kernel/core_pattern"),
            "" => MachineCheck.Optional("core_pattern", "empty; crashed programs leave no core file", "sudo sysctl kernel.core_pattern=/var/tmp/core.%p"),
            ['|', ..] => MachineCheck.Good("core_pattern", $"core files go to a program: {pattern[1..].Split(' ')[0]}"),
            _ => MachineCheck.Good("core_pattern", $"core files are written as {pattern}"),
        };

        // "Max core file size        0                    unlimited            bytes"
        string? limit = machine.Read("/proc/self/limits")?.Split('\n').FirstOrDefault(line => line.StartsWith("Max core file size", StringComparison.Ordinal));
        string? soft = limit?["Max core file size".Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries).FirstOrDefault();
        yield return soft switch
        {
            null => MachineCheck.Unknown("core limit", "/proc/self/limits"),
            "0" => MachineCheck.Optional("core limit", "0; programs started from here leave no core file when they crash", "ulimit -c unlimited"),
            _ => MachineCheck.Good("core limit", soft == "unlimited" ? soft : $"{soft} bytes"),
        };
    }
}
