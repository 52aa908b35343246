using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Layout;

/// <summary>
/// Gives every multiple of 8 in the address ranges of a heap a number of 32 bits (a granule), so that a reference can be kept in 4 bytes before it is
/// known which object it means. Granules grow with the address.
/// </summary>
/// <remarks>
/// The address space is cut into pages of 1 MiB; those that hold a part of a segment are numbered, from 1, in the order of their addresses. A table of
/// two levels leads from an address to its page, in two loads.
/// </remarks>
internal sealed class GranuleMap
{
    /// <summary>Bits of an address within its page.</summary>
    public const int PageBits = 20;

    /// <summary>Granules of a page.</summary>
    public const uint GranulesPerPage = 1 << (PageBits - 3);

    /// <summary>Bits of an address that the upper level does not look at.</summary>
    public const int UpperShift = 32;

    /// <summary>Addresses of user space have fewer bits.</summary>
    public const int AddressBits = 47;

    private const int PagesPerBlock = 1 << (UpperShift - PageBits);
    private const int MaxPages = (int)((1L << 32) / GranulesPerPage) - 1;

    private readonly int[] _upper = new int[1 << (AddressBits - UpperShift)];
    private readonly uint[] _lower;
    private readonly ulong[] _pageAddress;

    /// <summary>Numbers the pages of some ranges.</summary>
    /// <param name="ranges">In address order.</param>
    /// <returns>Null where the ranges have more than 32 GiB, for which 32 bits do not suffice.</returns>
    public static GranuleMap? Of(IEnumerable<AddressRange> ranges)
    {
        List<ulong> pages = [];
        foreach (AddressRange range in ranges)
        {
            ulong first = range.Start >> PageBits;
            if (pages.Count > 0 && pages[^1] >= first)
                first = pages[^1] + 1;
            for (ulong page = first; page <= (range.End - 1) >> PageBits; page++)
            {
                if (pages.Count == MaxPages)
                    return null;
                pages.Add(page);
            }
        }

        return new GranuleMap(pages);
    }

    private GranuleMap(List<ulong> pages)
    {
        // Block 0 belongs to all addresses without a page.
        List<uint[]> blocks = [new uint[PagesPerBlock]];
        _pageAddress = new ulong[pages.Count + 1];
        for (int i = 0; i < pages.Count; i++)
        {
            ulong address = pages[i] << PageBits;
            ref int block = ref _upper[address >> UpperShift];
            if (block == 0)
            {
                block = blocks.Count;
                blocks.Add(new uint[PagesPerBlock]);
            }

            blocks[block][pages[i] & (PagesPerBlock - 1)] = (uint)i + 1;
            _pageAddress[i + 1] = address;
        }

        // Ready for use: the upper level leads to the first entry of the block, not to its number.
        _lower = new uint[blocks.Count * PagesPerBlock];
        for (int i = 0; i < blocks.Count; i++)
            blocks[i].CopyTo(_lower, i * PagesPerBlock);
        for (int i = 0; i < _upper.Length; i++)
            _upper[i] *= PagesPerBlock;
    }

    /// <summary>Numbers in use are below this.</summary>
    public uint GranuleCount => (uint)_pageAddress.Length * GranulesPerPage;

    /// <summary>The upper level of the table, for hot loops: by address over 4 GiB, an index into <see cref="Lower"/>.</summary>
    public ReadOnlySpan<int> Upper => _upper;

    /// <summary>The lower level: by page in its 4 GiB, the number of the page or 0.</summary>
    public ReadOnlySpan<uint> Lower => _lower;

    /// <summary>The granule of an address. 0 for one outside of all pages, or that is no multiple of 8.</summary>
    public uint Of(ulong address)
    {
        if (address >> AddressBits != 0 || (address & HeapLayout.PointerBits) != 0)
            return 0;
        uint page = _lower[_upper[address >> UpperShift] + (int)((address >> PageBits) & (PagesPerBlock - 1))];
        return page == 0 ? 0 : (page * GranulesPerPage) + (uint)((address >> 3) & (GranulesPerPage - 1));
    }

    /// <summary>The address of a granule.</summary>
    public ulong AddressOf(uint granule) => _pageAddress[granule / GranulesPerPage] + ((ulong)(granule % GranulesPerPage) << 3);
}
