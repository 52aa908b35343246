namespace Fathom.Formats.PerfData.Tracepoints;

/// <summary>What a tracepoint tells of a request to a disk (<c>block:block_rq_insert</c>, <c>block_rq_issue</c>,
/// <c>block_rq_complete</c>).</summary>
/// <param name="Device">Number of the disk: major in the bits from 20 on, minor below.</param>
/// <param name="Sector">Its place in units of 512 bytes.</param>
/// <param name="Sectors">Its length; at its end that of what was done.</param>
/// <param name="Operation">R, W, D (discard), F (flush), or what else the kernel calls it.</param>
public readonly record struct BlockRequest(long Device, long Sector, long Sectors, char Operation);
