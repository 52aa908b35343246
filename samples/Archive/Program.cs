// An archive of small files that are read again and again, each by a search: see docs/scanner.md.
//   Archive FOLDER    makes the files in FOLDER and reads them on two threads
// Answers 'read N' with 'done N' when N more files were read, and ends when its input closes.
using Shop;

Archive archive = Archive.Make(args[0], files: 200, bytes: 100_000);
for (int i = 0; i < 2; i++)
    new Thread(archive.Search) { IsBackground = true, Name = $"search {i}" }.Start();
while (Console.In.ReadLine() is { } line)
{
    int count = int.Parse(line.Split(' ')[1]);
    int goal = archive.Read + count;
    while (archive.Read < goal)
        Thread.Sleep(5);
    Console.Out.WriteLine($"done {count}");
}
