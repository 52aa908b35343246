using System.Runtime.CompilerServices;

namespace Shop;

/// <summary>Files of old orders.</summary>
internal sealed class Archive(string[] files)
{
    private int _read;

    public int Read => Volatile.Read(ref _read);

    public static Archive Make(string folder, int files, int bytes)
    {
        Directory.CreateDirectory(folder);
        string[] names = [.. Enumerable.Range(0, files).Select(i => Path.Combine(folder, $"orders-{i}.txt"))];
        string content = new('o', bytes);
        foreach (string name in names)
            File.WriteAllText(name, content);
        return new Archive(names);
    }

    public void Search()
    {
        for (int i = 0; ; i++)
        {
            Find(files[i % files.Length], '4');
            Interlocked.Increment(ref _read);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool Find(string file, char letter) => File.ReadAllText(file).Contains(letter);
}
