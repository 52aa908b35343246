using System.Globalization;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Orphans.Cases;
using Fathom.Sources.Orphans.Descriptors;
using Fathom.Sources.Orphans.Kernel;
using Fathom.Sources.Targets.Images;

namespace Fathom.Sources.Orphans;

/// <summary>Looks at the memory of a whole machine. No process is stopped, no file of anybody is read or changed.</summary>
/// <param name="folders">The machine.</param>
/// <param name="access">Answers about descriptors.</param>
/// <param name="facts">Answers about processes and users.</param>
/// <param name="budget">How long it may take.</param>
internal sealed class MachineScanner(MachineFolders folders, IDescriptorAccess access, OwnerFacts facts, ScanBudget budget)
{
    private readonly OrphanCollector _cases = new();
    private readonly MappedFiles _mapped = new();
    private readonly List<string> _notes = [];
    private readonly List<(string, long)> _cut = [];
    private readonly Dictionary<int, string?> _names = [];

    /// <summary>Takes the look.</summary>
    /// <exception cref="FathomException">There is no meminfo.</exception>
    public MachineReading Read()
    {
        using ProcReader proc = new(folders.Proc);
        (List<MemoryPart> parts, long totalBytes, long zoneBytes) = MachineBalance.Read(folders);
        if (totalBytes == 0)
        {
            throw FathomException.NotPossible(
                $"There is no '{Path.Combine(folders.Proc, "meminfo")}' to read, so the memory of the machine is not known.", "mount it: mount -t proc proc /proc");
        }

        ProcessSweep processes = new(folders, budget);
        processes.FindNamespaces(proc);
        List<MountPoint> mounts = [.. processes.MountNamespaces.SelectMany(view => MountTable.Parse(
            MachineFolders.Lines(string.Create(CultureInfo.InvariantCulture, $"{folders.Proc}/{view.ProcessId}/mountinfo")), view.ProcessId))];
        HashSet<ulong> memoryDevices = [.. access.MemoryDevices, .. mounts.Where(mount => mount.IsMemory).Select(mount => mount.Device)];
        DescriptorSweep descriptors = new(access, memoryDevices);
        processes.Look(proc, _mapped, descriptors);
        AddDescriptorCases(descriptors);
        AddMaps(descriptors);
        AddSegments(processes);
        AddFiles(mounts, descriptors);
        foreach (HugePagePool pool in HugePagePool.ReadAll(folders).Where(pool => pool.FreeCount > 0))
            _cases.Add(Case(pool));
        foreach (OrphanCase found in new DyingCgroups(folders, budget).Find())
            _cases.Add(found);
        CachedFiles cached = new(access, budget);
        parts.AddRange(cached.Read(descriptors.Open, _mapped, mounts, parts.First(part => part.Kind == "file cache").SizeBytes));
        Count(cached.RefusedCount, "file", "could not be queried for page cache.");
        Count(processes.RefusedCount, "process", "could not be inspected (no permission); run as root to see what is missing.");
        Count(descriptors.RefusedCount, "pipe or socket", "could not be queried.");
        Count(descriptors.UnseenInFlightCount, "descriptor", "in flight could not be seen: only the first message of a socket with descriptors can be peeked at.");
        if (processes.MissedCount > 0)
            _cut.Add(("processes", processes.MissedCount));
        if (_cut.Count == 0 && budget.IsOver)
            _cut.Add(("control groups and page cache", 0));
        return new MachineReading
        {
            Machine = MachineFolders.Line(Path.Combine(folders.Proc, "sys", "kernel", "hostname")),
            TotalBytes = totalBytes,
            ZoneBytes = zoneBytes,
            Parts = parts,
            Cases = [.. _cases.All().Select(Named)],
            Processes = processes,
            Notes = _notes,
            Cut = _cut,
        };
    }

    private void AddDescriptorCases(DescriptorSweep descriptors)
    {
        foreach ((FileId id, HeldFile file) in descriptors.Held)
        {
            long bytes = file.AllocatedBytes - _mapped.MappedBytes(id);
            if (bytes > 0)
                _cases.Add(new OrphanCase(file.Kind, bytes, Held(file)) { OwnerPid = file.ProcessId, Name = file.Name });
        }

        HashSet<FileId> seen = [];
        foreach ((int processId, int number, InFlight flight) in descriptors.InFlight)
        {
            foreach (InFlightFile file in flight.Files)
            {
                if (file.AllocatedBytes == 0 || descriptors.Held.ContainsKey(file.Id) || !seen.Add(file.Id))
                    continue;
                string sender = flight.SenderId is { } pid && pid != processId ? $", whose other end is pid {pid.ToString(CultureInfo.InvariantCulture)} ({NameOf(pid) ?? "ended"})" : "";
                _cases.Add(new OrphanCase(OrphanKinds.InFlight, file.AllocatedBytes, string.Create(CultureInfo.InvariantCulture, $"waits in socket {number}{sender}"))
                {
                    OwnerPid = processId,
                    Name = MappedFile.WithoutMark(file.Name).Replace("/memfd:", "", StringComparison.Ordinal),
                });
            }
        }

        foreach (HeldPipe pipe in descriptors.Pipes)
        {
            OpenFile owner = pipe.Reader ?? pipe.Writer!.Value;
            _cases.Add(new OrphanCase(OrphanKinds.Pipe, pipe.Bytes, pipe.Reader is null ? "unread; no reader was found" : "unread bytes of pipes that it should read")
            {
                OwnerPid = owner.ProcessId,
                Name = pipe.Writer is { } writer && writer.ProcessId != owner.ProcessId
                    ? string.Create(CultureInfo.InvariantCulture, $"written by pid {writer.ProcessId} ({NameOf(writer.ProcessId) ?? "ended"})")
                    : null,
            });
        }

        foreach (OrphanCase socket in descriptors.Sockets)
            _cases.Add(socket);
    }

    private void AddMaps(DescriptorSweep descriptors)
    {
        Dictionary<long, OrphanCase> maps = new(descriptors.Maps);
        foreach ((DescriptorNotes notes, string name) in facts.Maps(budget))
        {
            OrphanCase found = maps.GetValueOrDefault(notes.MapId) ?? DescriptorSweep.MapCase(notes, "no process has a descriptor of it: pinned, or used by a loaded program");
            maps[notes.MapId] = name.Length == 0 ? found : found with { Name = $"{name} ({found.Name})" };
        }

        foreach (OrphanCase map in maps.Values.Where(map => map.SizeBytes > 0))
            _cases.Add(map);
    }

    private void AddSegments(ProcessSweep processes)
    {
        int hidden = 0;
        foreach (string[]? lines in facts.Segments(processes.IpcNamespaces))
        {
            if (lines is null)
                hidden++;
            foreach (OrphanCase segment in SysVSegments.Parse(lines ?? [], facts.Users, facts.StartedUnixSeconds))
                _cases.Add(segment);
        }

        Count(hidden, "namespace", "of System V memory could not be entered; run as root.");
    }

    private void AddFiles(List<MountPoint> mounts, DescriptorSweep descriptors)
    {
        MemoryFileTree tree = new(folders, budget, facts.Users);
        int hidden = 0;
        foreach (IGrouping<ulong, MountPoint> device in mounts.Where(mount => mount.IsMemory).GroupBy(mount => mount.Device))
        {
            // All of it, where some process sees all of it; a part where only a part is mounted anywhere.
            bool isListed = false;
            foreach (MountPoint mount in device.OrderBy(mount => mount.Root.Length))
            {
                if (tree.List(mount, _mapped, descriptors.Named) is not { } listed)
                    continue;
                isListed = true;
                long deleted = descriptors.Held.Where(held => held.Key.Device == mount.Device).Sum(held => held.Value.AllocatedBytes);
                if (mount.Root == "/")
                    AddUnlisted(mount, listed + deleted);
                break;
            }

            hidden += isListed ? 0 : 1;
        }

        foreach (OrphanCase file in tree.Cases)
            _cases.Add(file);
        Count(hidden, "file system", "in memory could not be listed: another one is mounted over it, or it may not be entered.");
        Count(tree.RefusedCount, "folder or file", "of an in-memory file system could not be inspected.");
        if (tree.IsCut)
            _cut.Add(("memory files", 0));
    }

    // What a file system in memory holds beyond its files and those that a descriptor keeps: files that only a mapping or a message in flight keeps.
    private void AddUnlisted(MountPoint mount, long known)
    {
        const long least = 1024 * 1024;
        if (FileSystemUse.Bytes(folders, mount) is { } used && used - known >= least)
        {
            _cases.Add(new OrphanCase(OrphanKinds.Unlisted, used - known, "used space of the file system less its files; mappings may keep them")
            {
                Name = mount.Path,
                Owner = string.Create(CultureInfo.InvariantCulture, $"{mount.Type} of pid {mount.ProcessId} ({NameOf(mount.ProcessId) ?? "ended"})"),
            });
        }
    }

    private static OrphanCase Case(HugePagePool pool) => new(
        OrphanKinds.HugePages,
        pool.FreeCount * pool.PageBytes,
        string.Create(CultureInfo.InvariantCulture, $"{pool.FreeCount} of {pool.Count} pages are free, {pool.ReservedCount} of those promised to a mapping"))
    {
        Count = pool.FreeCount,
        Owner = "setting of the kernel: vm.nr_hugepages",
        Name = pool.Name,
    };

    private static string Held(HeldFile file) => file.Count == 1
        ? string.Create(CultureInfo.InvariantCulture, $"descriptor {file.Number}")
        : string.Create(CultureInfo.InvariantCulture, $"descriptor {file.Number}, and {file.Count - 1} more of any process");

    // One process may own thousands of cases.
    private string? NameOf(int processId)
    {
        if (!_names.TryGetValue(processId, out string? name))
            _names[processId] = name = facts.Name(processId);
        return name;
    }

    private OrphanCase Named(OrphanCase found) => found is { Owner: null, OwnerPid: { } pid } ? found with { Owner = NameOf(pid) } : found;

    private void Count(int count, string thing, string what)
    {
        if (count > 0)
            _notes.Add(string.Create(CultureInfo.InvariantCulture, $"{count} {(count == 1 ? thing : Plural(thing))} {what}"));
    }

    private static string Plural(string thing) => thing switch
    {
        "process" => "processes",
        "pipe or socket" => "pipes and sockets",
        "folder or file" => "folders and files",
        _ => thing + "s",
    };
}
