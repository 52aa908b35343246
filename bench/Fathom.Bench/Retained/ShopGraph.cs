using Fathom.Model.Graph;

namespace Fathom.Bench.Retained;

/// <summary>
/// A graph in the shape of a server's heap: orders with names, customers, lists, lines and texts; all orders in an array in another order than that
/// of their addresses, in a linked list, and every second one in a table as well; some references at random.
/// </summary>
internal sealed class ShopGraph : IObjectAddresses
{
    private const int PerOrder = 12;
    private const int Customers = 10_000;

    private static readonly string[] s_types = ["Order[]", "Table", "Customer", "Order", "string", "List<Line>", "Line[]", "Line"];
    private static readonly uint[] s_sizeUnits = [3, 3, 6, 7, 5, 4, 7, 5];

    private readonly uint _orders;
    private readonly uint[] _types;
    private readonly uint[] _first;
    private readonly uint[] _references;
    private uint _object;
    private uint _reference;

    private ShopGraph(int objects)
    {
        _orders = (uint)((objects - Customers - 2) / PerOrder);
        int count = 2 + Customers + ((int)_orders * PerOrder);
        _types = new uint[count];
        _first = new uint[count + 1];
        _references = new uint[(_orders * 20) + (2 * Customers)];
    }

    public static ObjectGraph Of(int objects) => new ShopGraph(objects).Build();

    public ulong AddressOf(uint number) => 0x7000_0000_0000 + (number * 64UL);

    public bool TryFind(ulong address, out uint number)
    {
        number = (uint)((address - 0x7000_0000_0000) / 64);
        return address % 64 == 0 && number < _types.Length;
    }

    private ObjectGraph Build()
    {
        Random random = new(4711);
        uint firstOrder = 2 + Customers;
        uint[] shuffled = [.. Enumerable.Range(0, (int)_orders).Select(i => firstOrder + ((uint)i * PerOrder))];
        uint[] inOrder = [.. shuffled];
        random.Shuffle(shuffled);
        Object(0, shuffled);
        Object(1, inOrder.Where((_, i) => i % 2 == 0).ToArray());
        for (uint i = 0; i < Customers; i++)
            Object(2, shuffled[i % _orders] + 1);
        for (uint i = 0; i < _orders; i++)
        {
            uint order = _object;
            uint next = i + 1 < _orders ? order + PerOrder : firstOrder;
            Object(3, order + 1, order + 2, 2 + (uint)random.Next(Customers), next);
            Object(4);
            Object(5, order + 3);
            Object(6, order + 4, order + 5, order + 6, order + 7);
            for (uint line = 0; line < 4; line++)
                Object(7, order + 8 + line, random.Next(20) == 0 ? (uint)random.Next(_types.Length) : order);
            for (uint text = 0; text < 4; text++)
                Object(4);
        }

        uint[] sizes = [.. _types.Select(type => s_sizeUnits[type])];
        GraphType[] types = [.. s_types.Select((name, index) => new GraphType((uint)index + 1, name, "Shop.dll"))];
        GraphRoot[] roots = [new(0, RootKind.Static, "Shop.Orders.s_all"), new(1, RootKind.Static, "Shop.Orders.s_open"), new(firstOrder, RootKind.Stack, "thread 1")];
        return new ObjectGraph(_types, sizes, _first, _references.AsSpan(0, (int)_reference).ToArray(), this, types, roots);
    }

    private void Object(uint type, params ReadOnlySpan<uint> references)
    {
        _types[_object++] = type;
        foreach (uint reference in references)
            _references[_reference++] = reference;
        _first[_object] = _reference;
    }
}
