namespace Fathom.Model.Serializers;

/// <summary>What an operation took in the first process of an earlier run.</summary>
/// <param name="SerializerId">The serializer.</param>
/// <param name="CaseId">The case.</param>
/// <param name="Lane">The lane.</param>
/// <param name="Threads">Threads that did it at the same time.</param>
/// <param name="OperationNs">Nanoseconds of one operation, in the quickest sample.</param>
public readonly record struct FinishedTime(uint SerializerId, uint CaseId, string Lane, int Threads, double OperationNs);
