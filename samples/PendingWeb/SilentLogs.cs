using Microsoft.Extensions.Logging;

namespace PendingWeb;

/// <summary>Takes all log messages, as those of most services do, and drops them.</summary>
internal sealed class SilentLogs : ILoggerProvider, ILogger
{
    public ILogger CreateLogger(string categoryName) => this;

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => true;

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
    }

    public void Dispose()
    {
    }
}
