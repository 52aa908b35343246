// Does what it says with files below a folder, and prints what it did: the truth for tests of file calls.
// Usage: Files FOLDER. Answers each line of its input: 'go' does everything once, 'again N' opens, reads and closes a file N times
// and prints the CPU time of that.
using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Microsoft.Win32.SafeHandles;

string folder = Path.GetFullPath(args[0]);
Directory.CreateDirectory(folder);
Console.Out.WriteLine("ready "
    + JsonSerializer.Serialize(new Dictionary<string, object?> { ["pid"] = Environment.ProcessId, ["folder"] = folder }));
string early = Path.Combine(folder, "early.txt");
using SafeFileHandle opened = File.OpenHandle(early, FileMode.Create, FileAccess.ReadWrite);
// A recorder that begins now finds this descriptor.
while (Console.In.ReadLine() is { } line)
{
    Console.Out.WriteLine(line == "go" ? Go()
        : line.StartsWith("again ", StringComparison.Ordinal) ? Again(int.Parse(line[6..], CultureInfo.InvariantCulture)) : "unknown");
}

string Go()
{
    RandomAccess.Write(opened, new byte[1234], 0);
    Write();
    Read();
    int failures = Fail();
    Move();
    Child();
    return JsonSerializer.Serialize(new Dictionary<string, object?>
    {
        ["written"] = 64 * 4096, ["writes"] = 64, ["failures"] = failures, ["early"] = 1234,
    });
}

string In(string name) => Path.Combine(folder, name);

void Write()
{
    using SafeFileHandle file = File.OpenHandle(In("written.bin"), FileMode.Create, FileAccess.Write);
    byte[] block = new byte[4096];
    for (int i = 0; i < 64; i++)
        RandomAccess.Write(file, block, (long)i * block.Length);
    RandomAccess.FlushToDisk(file);
}

void Read()
{
    using SafeFileHandle file = File.OpenHandle(In("written.bin"));
    byte[] block = new byte[4096];
    for (int i = 0; i < 64; i++)
        RandomAccess.Read(file, block, (long)i * block.Length);
}

int Fail()
{
    int count = 0;
    for (int i = 0; i < 7; i++)
    {
        try
        {
            File.OpenHandle(In("missing.txt")).Dispose();
        }
        catch (FileNotFoundException)
        {
            count++;
        }
    }

    return count;
}

void Move()
{
    File.WriteAllText(In("old.txt"), "text");
    File.Move(In("old.txt"), In("new.txt"));
    using (SafeFileHandle file = File.OpenHandle(In("new.txt"), FileMode.Open, FileAccess.Write))
        RandomAccess.SetLength(file, 2);
    File.Delete(In("new.txt"));
    Directory.CreateDirectory(In("sub"));
    Directory.Delete(In("sub"));
}

// A shell with another working folder, a relative name, and an output that it inherits over dup.
void Child()
{
    ProcessStartInfo start = new("sh") { ArgumentList = { "-c", "head -c 100 written.bin > copied.bin" }, WorkingDirectory = folder };
    using Process process = Process.Start(start)!;
    process.WaitForExit();
}

string Again(int rounds)
{
    string name = In("again.bin");
    File.WriteAllBytes(name, new byte[4096]);
    byte[] block = new byte[4096];
    TimeSpan start = Environment.CpuUsage.TotalTime;
    for (int i = 0; i < rounds; i++)
    {
        using SafeFileHandle file = File.OpenHandle(name);
        RandomAccess.Read(file, block, 0);
    }

    return ((long)(Environment.CpuUsage.TotalTime - start).TotalNanoseconds).ToString(CultureInfo.InvariantCulture);
}
