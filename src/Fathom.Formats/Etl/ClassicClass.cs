using System.Globalization;
using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>A class of classic events.</summary>
/// <param name="id">Its number.</param>
/// <param name="group">Its group in records of the kernel; -1 for none.</param>
/// <param name="provider">Whose events they are said to be.</param>
/// <param name="task">What they are about.</param>
internal sealed class ClassicClass(Guid id, int group, string provider, string task)
{
    private readonly Dictionary<int, string> _names = [];
    private readonly Dictionary<int, SortedList<int, EventField[]>> _fields = [];

    /// <summary>Its number.</summary>
    public Guid Id { get; } = id;

    /// <summary>Its group in records of the kernel; -1 for none.</summary>
    public int Group { get; } = group;

    /// <summary>An opcode has a name.</summary>
    public void Name(int opcode, string name) => _names[opcode] = name;

    /// <summary>An opcode has fields.</summary>
    public void Add(int opcode, int version, EventField[] fields)
    {
        if (!_fields.TryGetValue(opcode, out SortedList<int, EventField[]>? versions))
            _fields.Add(opcode, versions = []);
        versions[version] = fields;
    }

    /// <summary>The description of an event: that of the newest version that is not later.</summary>
    public EventMetadata Describe(int opcode, int version)
    {
        string name = _names.TryGetValue(opcode, out string? told)
            ? told
            : string.Create(CultureInfo.InvariantCulture, $"Opcode({opcode})");
        EventField[] fields = [];
        if (_fields.TryGetValue(opcode, out SortedList<int, EventField[]>? versions))
        {
            foreach ((int of, EventField[] some) in versions)
                fields = of <= version ? some : fields;
        }

        string whole = name.Length == 0 ? task : task.Length == 0 ? name : $"{task}/{name}";
        int number = Group < 0 ? opcode : (Group << 8) | opcode;
        return new EventMetadata(provider, number, whole, version, 0, 0, fields) { OpCode = opcode, ProviderId = Id };
    }
}
