namespace Fathom.Formats.Etl.Buffers;

/// <summary>Gets a record; it is valid during the call only.</summary>
/// <param name="record">The record.</param>
/// <param name="ticks">Its time; that of the record before where it has none.</param>
/// <param name="processor">The processor that wrote it.</param>
internal delegate void RecordHandler(in EtlRecord record, long ticks, int processor);
