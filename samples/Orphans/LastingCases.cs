using System.Diagnostics;
using System.Globalization;

namespace Orphans;

/// <summary>Cases that outlive the program unless they are taken back.</summary>
internal sealed class LastingCases : IDisposable
{
    private const string HugePageSetting = "/proc/sys/vm/nr_hugepages";
    private const long HugePageBytes = 2 * 1024 * 1024;

    private readonly Stack<Action> _undo = [];

    public string Make(string word, long bytes) => word switch
    {
        "segment" => MakeSegment(bytes),
        "file" => MakeFile(bytes),
        "namespace" => MakeNamespace(bytes),
        "hugepages" => MakeHugePages(bytes),
        "cgroup" => MakeDyingCgroup(bytes),
        _ => """{"refused": "unknown"}""",
    };

    public void Clean()
    {
        while (_undo.TryPop(out Action? undo))
            undo();
    }

    public void Dispose() => Clean();

    // The process that makes it ends.
    private string MakeSegment(long bytes)
    {
        using Process maker = Start(Environment.ProcessPath!, "segment", Mebibytes(bytes));
        int segment = int.Parse(maker.StandardOutput.ReadLine()!, CultureInfo.InvariantCulture);
        _undo.Push(() => Native.Remove(segment));
        maker.WaitForExit();
        return Program.Answer(bytes, maker.Id, $"shmid {segment}");
    }

    private string MakeFile(long bytes)
    {
        string path = $"/dev/shm/orphan-file-{Environment.ProcessId}";
        Fill(path, bytes);
        return Program.Answer(bytes, 0, path);
    }

    // A file system that only the processes of one namespace see; it ends with them, and they end with this program.
    private string MakeNamespace(long bytes)
    {
        Process holder = Start("unshare", "--mount", "sh", "-c", $"mount -t tmpfs fathom /mnt && head -c {Mebibytes(bytes)}M /dev/zero > /mnt/orphan-hidden && echo done && cat");
        _undo.Push(() => End(holder));
        return holder.StandardOutput.ReadLine() == "done" ? Program.Answer(bytes, 0, "/mnt/orphan-hidden") : throw new InvalidOperationException("No mount namespace can be made.");
    }

    private string MakeHugePages(long bytes)
    {
        string before = File.ReadAllText(HugePageSetting).Trim();
        long had = long.Parse(before, CultureInfo.InvariantCulture);
        File.WriteAllText(HugePageSetting, (had + (bytes / HugePageBytes)).ToString(CultureInfo.InvariantCulture));
        _undo.Push(() => File.WriteAllText(HugePageSetting, before));
        return Program.Answer((long.Parse(File.ReadAllText(HugePageSetting), CultureInfo.InvariantCulture) - had) * HugePageBytes, 0, "hugepages-2048kB");
    }

    // A process in the group fills a file and ends; the file keeps the removed group alive.
    private string MakeDyingCgroup(long bytes)
    {
        string root = File.Exists("/sys/fs/cgroup/cgroup.controllers") ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
        string parent = $"{root}/fathom-orphans-{Environment.ProcessId}", group = $"{parent}/dying";
        Directory.CreateDirectory(parent);
        _undo.Push(() => Directory.Delete(parent));
        if (File.Exists($"{parent}/cgroup.subtree_control"))
            File.WriteAllText($"{parent}/cgroup.subtree_control", "+memory");
        Directory.CreateDirectory(group);
        string path = $"/dev/shm/orphan-charged-{Environment.ProcessId}";
        _undo.Push(() => File.Delete(path));
        using Process filler = Start("sh", "-c", $"echo $$ > {group}/cgroup.procs && head -c {Mebibytes(bytes)}M /dev/zero > {path} && echo done");
        bool isDone = filler.StandardOutput.ReadLine() == "done";
        filler.WaitForExit();
        Directory.Delete(group);
        return isDone ? Program.Answer(bytes, 0, $"fathom-orphans-{Environment.ProcessId}") : throw new InvalidOperationException("No control group can be entered.");
    }

    private void Fill(string path, long bytes)
    {
        _undo.Push(() => File.Delete(path));
        byte[] block = new byte[1024 * 1024];
        using FileStream file = File.Create(path);
        for (long written = 0; written < bytes; written += block.Length)
            file.Write(block);
    }

    private static Process Start(string program, params string[] arguments) =>
        Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true })!;

    private static void End(Process process)
    {
        process.StandardInput.Close();
        process.WaitForExit();
        process.Dispose();
    }

    private static string Mebibytes(long bytes) => (bytes / (1024 * 1024)).ToString(CultureInfo.InvariantCulture);
}
