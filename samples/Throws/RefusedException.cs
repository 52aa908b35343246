namespace Throws;

internal sealed class RefusedException(string message) : Exception(message);
