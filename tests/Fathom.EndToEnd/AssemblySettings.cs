using Xunit;

// The tests measure and disturb whole processes; several at once would disturb each other on a machine with two cores.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
