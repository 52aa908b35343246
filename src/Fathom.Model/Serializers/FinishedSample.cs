namespace Fathom.Model.Serializers;

/// <summary>A sample of one thread of an earlier run that counts.</summary>
/// <param name="SerializerId">The serializer.</param>
/// <param name="CaseId">The case.</param>
/// <param name="Lane">The lane.</param>
/// <param name="Operation">serialize or deserialize.</param>
/// <param name="Launch">Its process.</param>
/// <param name="RunningNs">Nanoseconds of one operation, without what the thread waited for a processor.</param>
public readonly record struct FinishedSample(uint SerializerId, uint CaseId, string Lane, string Operation, long Launch, double RunningNs);
