using System.Globalization;
using System.Text;

namespace Fathom.Sources.Machine.Processes;

/// <summary>What processes were started with.</summary>
internal static class ProcessEnvironments
{
    /// <summary>Whether a text stands in the environment that any process of this machine, as far as we may read it, was started with.</summary>
    public static bool AnyHas(string text)
    {
        byte[] wanted = Encoding.UTF8.GetBytes(text);
        using ProcReader reader = new("/proc");
        foreach (string folder in Directory.EnumerateDirectories("/proc"))
        {
            if (int.TryParse(Path.GetFileName(folder), CultureInfo.InvariantCulture, out int pid)
                && reader.Read(pid, "environ"u8, out ReadOnlySpan<byte> environment) == ProcReadState.Read && environment.IndexOf(wanted) >= 0)
                return true;
        }

        return false;
    }
}
