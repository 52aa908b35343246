namespace Fathom.Formats.ReadyToRun;

/// <summary>Collects which methods begin at which piece of code.</summary>
/// <remarks>
/// <code>
/// entry   number: bit 0 = what must be there before the method can run follows (bit 1 says where), and the number of the piece is in the bits above these two;
///         else the number of the piece is in the bits above bit 0
/// </code>
/// <para>The elements of the array of an assembly are entries, one for each row of its methods. Those of the hash table of instances are a signature
/// (<see cref="SignatureReader"/>) with the entry behind it.</para>
/// </remarks>
/// <param name="functionCount">Pieces of code of the image.</param>
internal sealed class EntryPoints(int functionCount)
{
    private readonly EntryPoint?[] _byFunction = new EntryPoint?[functionCount];

    /// <summary>Entries that make no sense, or are for a piece that has one already.</summary>
    public int Refused { get; private set; }

    /// <summary>Tables of which a part makes no sense.</summary>
    public int DamagedTables { get; private set; }

    /// <summary>Methods so far.</summary>
    public int Count { get; private set; }

    /// <summary>The method that begins at a piece, or null.</summary>
    public EntryPoint? At(int function) => _byFunction[function];

    /// <summary>Adds the methods of an assembly.</summary>
    /// <param name="section">The array.</param>
    /// <param name="component">Number of the assembly.</param>
    public void AddMethods(byte[] section, int component)
    {
        if (section.Length == 0)
            return;
        bool isWhole = NativeArray.TryRead(section, out NativeArray array) && array.ForEach((index, at) => Add(section, at, component, index + 1));
        DamagedTables += isWhole ? 0 : 1;
    }

    /// <summary>Adds the instances of generic methods and types.</summary>
    /// <param name="section">The hash table.</param>
    public void AddInstances(byte[] section)
    {
        if (section.Length == 0)
            return;
        List<int> places = NativeHashtable.Elements(section, out bool isWhole);
        foreach (int place in places)
        {
            SignatureReader signature = new(section, place);
            signature.Method();
            if (signature.IsDamaged)
                Refused++;
            else
                Add(section, signature.At, EntryPoint.Instance, place);
        }

        DamagedTables += isWhole ? 0 : 1;
    }

    private void Add(byte[] section, int at, int component, int place)
    {
        bool isThere = NativeNumber.TryRead(section, ref at, out uint entry);
        uint function = (entry & 1) == 0 ? entry >> 1 : entry >> 2;
        if (!isThere || function >= _byFunction.Length || _byFunction[function] is not null)
        {
            Refused++;
            return;
        }

        _byFunction[function] = new EntryPoint((int)function, component, place);
        Count++;
    }
}
