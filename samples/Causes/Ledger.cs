using System.Text;

namespace Store;

/// <summary>The book of the accounts, in a file.</summary>
internal sealed class Ledger : IDisposable
{
    private readonly Dictionary<int, long> _balances = [];
    private readonly Lock _gate = new();
    private readonly FileStream _journal = new(
        Path.Combine(Path.GetTempPath(), $"store-{Environment.ProcessId}.ledger"), FileMode.Create, FileAccess.Write, FileShare.None, 4_096, FileOptions.DeleteOnClose);

    public long Book(int account, long amount)
    {
        lock (_gate)
        {
            long balance = _balances[account] = _balances.GetValueOrDefault(account) + amount;
            Append($"{account} {amount} {balance}\n");
            return balance;
        }
    }

    public void Dispose() => _journal.Dispose();

    private void Append(string line)
    {
        _journal.Write(Encoding.UTF8.GetBytes(line));
        _journal.Flush(flushToDisk: true);
    }
}
