// A small program of Windows with names of many kinds; made without any header.
namespace shop {
volatile int sink;
template <typename T> struct Basket {
    T items[8]; int count;
    __declspec(noinline) int Add(T item) { items[count & 7] = item; sink++; return ++count; }
    __declspec(noinline) Basket &operator+=(const T &item) { Add(item); return *this; }
};
enum class Kind { Fruit, Bread };
struct Price { int cents; };
class Till {
public:
    __declspec(noinline) Till(int number) : number_(number) { sink = number; }
    __declspec(noinline) virtual ~Till() { number_ = -1; sink = 0; }
    __declspec(noinline) int Sum(const Price *prices, int count, Kind kind) const;
    __declspec(noinline) static long long Round(double amount, unsigned short to);
private:
    int number_;
};
__declspec(noinline) static int Hidden(int a)
{
    int sum = 0;
    for (int i = 0; i < a; i++)
        sum += i ^ sink;
    return sum;
}
int Till::Sum(const Price *prices, int count, Kind kind) const
{
    int sum = kind == Kind::Bread ? number_ : 0;
    for (int i = 0; i < count; i++)
        sum += prices[i].cents * sink;
    return sum + Hidden(count);
}
long long Till::Round(double amount, unsigned short to)
{
    sink = to;
    return (long long)amount / (to | 1);
}
}
void operator delete(void *) noexcept {}
void operator delete(void *, unsigned __int64) noexcept {}
extern "C" {
int _fltused = 0;
__declspec(dllexport) __declspec(noinline) int run_shop(int argc)
{
    shop::Price prices[2] = { { argc }, { 2 } };
    shop::Basket<int> numbers = {};
    shop::Basket<shop::Price *> pointers = {};
    numbers += argc;
    pointers += prices;
    shop::Till till(argc);
    return till.Sum(prices, 2, shop::Kind::Bread) + (int)shop::Till::Round(argc, 3) + numbers.count;
}
int __stdcall DllMain(void *, unsigned, void *) { return run_shop(3); }
}
