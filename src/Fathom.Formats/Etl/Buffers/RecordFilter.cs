namespace Fathom.Formats.Etl.Buffers;

/// <summary>Says whether a record must be looked at in its order. Several threads ask at the same time.</summary>
/// <param name="record">The record.</param>
/// <param name="ticks">Its time; 0 where neither it nor one before it in its buffer has one.</param>
/// <param name="findings">Takes what does not need an order.</param>
internal delegate bool RecordFilter(in EtlRecord record, long ticks, ref EtlFindings findings);
